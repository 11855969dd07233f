#include "couplet/methods/rewriting/tag_dictionary.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/lexicon/thesaurus.h"
#include "couplet/lexicon/wordnet.h"

namespace couplet {

namespace {

/// English words that WordNet does not have, or has as rare nouns.
const std::map<std::string_view, std::string_view>& function_words() {
  static const std::map<std::string_view, std::string_view> table = [] {
    constexpr std::pair<std::string_view, std::string_view> lists[] = {
        {"DET",
         "the a an this that these those each every some any no both either neither another all such what which whose"},
        {"PRON",
         "i you he she it we they me him her us them my your his its our their mine yours hers ours theirs myself "
         "yourself "
         "himself herself itself ourselves themselves who whom someone anyone everyone nobody something anything "
         "everything "
         "nothing one"},
        {"PREP",
         "of in on at by for with from to into onto over under above below between among against about around through "
         "during "
         "before after since until without within toward towards upon across behind beside besides beyond despite near "
         "off "
         "per than via as like unlike except along amid"},
        {"CONJ", "and or but nor so yet if because although though while when where whether unless whereas that"},
        {"AUX",
         "be is am are was were been being have has had having do does did will would shall should can could may might "
         "must "
         "'s 're 've 'll 'd 'm ca wo"},
        {"PART", "not n't"}};
    std::map<std::string_view, std::string_view> all;
    for (auto [tag, words] : lists)
      while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        all.emplace(words.substr(0, end), tag);  // of two lists the first
        words.remove_prefix(std::min(end + 1, words.size()));
      }
    return all;
  }();
  return table;
}

constexpr std::string_view letters = "nvar";

/// "run%2:38:00:: 1 106": adds 106 to the verb's count of run.
void add_counts(const std::string& path, std::map<std::string, std::array<std::int64_t, 4>, std::less<>>& counts) {
  LineReader lines(path);
  for (std::string_view line; lines.next(line);) {
    const std::size_t percent = line.find('%'), blank = line.rfind(' ');
    std::int64_t count = 0;
    const bool sound = percent != std::string_view::npos && percent + 1 < line.size() &&
                       blank != std::string_view::npos && line[percent + 1] >= '1' && line[percent + 1] <= '5' &&
                       std::from_chars(line.data() + blank + 1, line.data() + line.size(), count).ec == std::errc();
    if (!sound)
      throw Error(ErrorCode::data, lines.place(), "not a sense with its count",
                  "install the Debian package wordnet-base again");
    const int part = line[percent + 1] - '1';  // 1 n, 2 v, 3 a, 4 r, 5 satellite adjective
    if (line.substr(0, percent).find('_') != std::string_view::npos) continue;
    counts[std::string(line.substr(0, percent))][part == 4 ? 2 : part] += count;
  }
}

std::string_view tag_of_part(char part) {
  switch (part) {
    case 'n':
      return "NOUN";
    case 'v':
      return "VERB";
    case 'a':
      return "ADJ";
    default:
      return "ADV";
  }
}

std::string_view tag_by_ending(std::string_view word) {
  constexpr std::pair<std::string_view, std::string_view> endings[] = {
      {"ly", "ADV"},  {"ing", "VERB"}, {"ed", "VERB"},  {"ize", "VERB"}, {"ise", "VERB"},
      {"ous", "ADJ"}, {"ful", "ADJ"},  {"able", "ADJ"}, {"ible", "ADJ"}, {"al", "ADJ"},
      {"ic", "ADJ"},  {"ive", "ADJ"},  {"less", "ADJ"}, {"ish", "ADJ"}};
  for (const auto& [ending, tag] : endings)
    if (word.size() > ending.size() + 2 && word.ends_with(ending)) return tag;
  return "NOUN";
}

bool is_ascii_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

TagDictionary::TagDictionary(Vocabulary words, std::vector<char> parts)
    : words_(std::move(words)), parts_(std::move(parts)) {
  if (static_cast<std::int64_t>(parts_.size()) != words_.size() ||
      std::any_of(parts_.begin(), parts_.end(), [](char part) { return letters.find(part) == std::string_view::npos; }))
    throw Error(ErrorCode::model, "tag dictionary", "parts of speech do not fit the words", "fit the model again");
}

TagDictionary TagDictionary::read(const std::string& directory, const Run& run) {
  const WordNet net = WordNet::read(directory, run);
  std::map<std::string, std::array<std::int64_t, 4>, std::less<>> counts;
  add_counts(directory + "/cntlist.rev", counts);
  // An inflected form counts with its base form: "said" is a verb, as "say" is.
  Vocabulary words;
  std::vector<char> parts;
  const auto put = [&](std::string_view word, const std::array<std::int64_t, 4>& of) {
    const auto best = std::max_element(of.begin(), of.end());
    if (*best == 0 || words.find(word) >= 0) return;
    words.add(word);
    parts.push_back(letters[best - of.begin()]);
  };
  for (std::int64_t lemma = 0; lemma < net.lemmas().size(); ++lemma) {
    const std::string_view word = net.lemmas().word(lemma);
    if (word.find(' ') != std::string_view::npos) continue;
    std::array<std::int64_t, 4> of{};
    if (const auto found = counts.find(word); found != counts.end()) of = found->second;
    for (const PartOfSpeech part : parts_of_speech) {  // never counted: any sense is better than none
      const auto i = static_cast<std::size_t>(part);
      of[i] = of[i] * 1000 + static_cast<std::int64_t>(net.senses(lemma, part).size());
    }
    put(word, of);
  }
  return TagDictionary(std::move(words), std::move(parts));
}

std::string_view TagDictionary::tag_of(const std::string& word, bool first) const {
  std::string lower;
  thesaurus_form(word, lower);
  if (const auto found = function_words().find(lower); found != function_words().end()) return found->second;
  if (std::any_of(word.begin(), word.end(), is_ascii_digit)) return "NUM";
  const bool wordlike = std::any_of(word.begin(), word.end(),
                                    [](char c) { return is_ascii_upper(c) || (c >= 'a' && c <= 'z') || (c & 0x80); });
  if (!wordlike) return "PUNCT";
  const auto part_of = [&](std::string_view form) {
    const std::int64_t number = words_.find(form);
    return number < 0 ? std::string_view() : tag_of_part(parts_[number]);
  };
  if (!first && is_ascii_upper(word[0])) return "NAME";
  if (const auto tag = part_of(lower); !tag.empty()) return tag;
  static const Inflections rules;  // no exceptions: endings only
  const auto known = [&](std::string_view form) { return words_.find(form) >= 0; };
  for (const PartOfSpeech part : {PartOfSpeech::verb, PartOfSpeech::noun, PartOfSpeech::adjective})
    for (const std::string& base : rules.base_forms(lower, part, known))
      if (part_of(base) == tag_of_part(letters[static_cast<std::size_t>(part)])) return part_of(base);
  return is_ascii_upper(word[0]) ? "NAME" : tag_by_ending(lower);
}

std::vector<std::string> TagDictionary::tag(std::span<const std::string> words) const {
  std::vector<std::string> tags;
  for (std::size_t i = 0; i < words.size(); ++i) tags.emplace_back(tag_of(words[i], i == 0));
  return tags;
}

}  // namespace couplet
