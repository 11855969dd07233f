#include "couplet/methods/opposites/word_finder.h"

#include <algorithm>

#include "couplet/lexicon/stemmer.h"
#include "couplet/lexicon/thesaurus.h"
#include "couplet/text/utf8.h"

namespace couplet {

namespace {

constexpr std::size_t shortest_part = 3;
constexpr std::size_t most_compounds = 8;

bool is_joint(char c) { return c == ' ' || c == '-'; }

std::string without_joints(std::string_view word) {
  std::string letters;
  for (const char c : word)
    if (!is_joint(c)) letters += c;
  return letters;
}

/// Calls use(part) for every part between blanks and hyphens.
template <class Use>
void for_parts(std::string_view word, Use use) {
  while (!word.empty()) {
    const std::size_t end = std::min(word.find_first_of(" -"), word.size());
    if (end > 0) use(word.substr(0, end));
    word.remove_prefix(std::min(end + 1, word.size()));
  }
}

void add_once(std::vector<std::int64_t>& numbers, std::int64_t number) {
  if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
}

void sort_unique(std::vector<std::int64_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

WordFinder::WordFinder(const Vocabulary& words, Inflections inflections, StandIns stand_ins)
    : words_(words), inflections_(std::move(inflections)), stand_ins_(std::move(stand_ins)) {
  Stemmer stemmer("porter");
  for (std::int64_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.word(i);
    const bool single = std::none_of(word.begin(), word.end(), is_joint);
    if (single) {
      by_stem_[std::string(stemmer.stem(word))].push_back(i);
      continue;
    }
    by_letters_[without_joints(word)].push_back(i);
    for_parts(word, [&](std::string_view part) {
      if (part.size() >= shortest_part) add_once(by_part_[std::string(part)], i);
    });
  }
}

FoundForms WordFinder::find(std::string_view text) const {
  FoundForms found;
  if (!is_utf8(text)) return found;
  std::string form;
  thesaurus_form(text, form);
  if (form.empty()) return found;
  const auto known = [&](std::string_view word) { return words_.find(word) >= 0; };
  if (known(form)) return {"itself", {words_.find(form)}};
  for (const PartOfSpeech part : parts_of_speech)
    for (const std::string& base : inflections_.base_forms(form, part, known)) found.words.push_back(words_.find(base));
  if (!found.words.empty()) {
    sort_unique(found.words);
    found.way = "lemma";
    return found;
  }
  const bool single = std::none_of(form.begin(), form.end(), is_joint);
  if (single) {
    Stemmer stemmer("porter");
    if (const auto same = by_stem_.find(std::string(stemmer.stem(form))); same != by_stem_.end())
      return {"stem", same->second};
  }
  const std::string letters = without_joints(form);
  if (const std::int64_t joined = words_.find(letters); joined >= 0) found.words.push_back(joined);
  if (const auto same = by_letters_.find(letters); same != by_letters_.end())
    found.words.insert(found.words.end(), same->second.begin(), same->second.end());
  if (!found.words.empty()) {
    sort_unique(found.words);
    found.way = "hyphen";
    return found;
  }
  if (single)
    if (const auto compounds = by_part_.find(form);
        compounds != by_part_.end() && compounds->second.size() <= most_compounds)
      return {"compound", compounds->second};
  if (const auto standing = stand_ins_.of(form); !standing.empty())
    return {"context", {standing.begin(), standing.end()}};
  return found;
}

}  // namespace couplet
