#include "couplet/methods/opposites/refinement_pairs.h"

#include <algorithm>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/base/random.h"
#include "couplet/text/utf8.h"

namespace couplet {

namespace {

constexpr std::uint64_t synonym_stream = 0x73796e;  // of the generator

RefinementPair ordered(std::int64_t a, std::int64_t b, bool opposite) {
  return {std::min(a, b), std::max(a, b), opposite};
}

/// Sorts, drops duplicates, and drops both of a pair with two labels.
void settle(RefinementPairs& found) {
  auto& pairs = found.pairs;
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<RefinementPair> kept;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i + 1 < pairs.size() && pairs[i].left == pairs[i + 1].left && pairs[i].right == pairs[i + 1].right) {
      ++found.contradictions;
      ++i;
      continue;
    }
    kept.push_back(pairs[i]);
  }
  pairs = std::move(kept);
}

/// Pairs of neighbours in each entry's list of synonyms: enough to tie them all, and not the square of their number.
void add_synonyms(const Thesaurus& thesaurus, const std::vector<std::int64_t>& numbers,
                  std::vector<RefinementPair>& out) {
  for (std::int64_t entry = 0; entry < thesaurus.size(); ++entry) {
    std::int64_t previous = -1;
    for (const ThesaurusMember& member : thesaurus.members(entry)) {
      if (member.relation != Relation::synonym || member.opposed || numbers[member.word] < 0) continue;
      if (previous >= 0 && previous != numbers[member.word])
        out.push_back(ordered(previous, numbers[member.word], false));
      previous = numbers[member.word];
    }
  }
}

/// 1: opposites, 0: synonyms.
std::optional<bool> label_of(std::string_view text) {
  if (text == "1" || text == "ant" || text == "antonym") return true;
  if (text == "0" || text == "syn" || text == "synonym") return false;
  return std::nullopt;
}

}  // namespace

RefinementPairs pairs_of_thesauri(std::span<const Thesaurus> thesauri, const Vocabulary& words, const Run& run) {
  RefinementPairs found;
  std::vector<RefinementPair> synonyms;
  for (const Thesaurus& thesaurus : thesauri) {
    run.stop->check();
    std::vector<std::int64_t> numbers;
    for (std::int64_t i = 0; i < thesaurus.words().size(); ++i)
      numbers.push_back(words.find(thesaurus.words().word(i)));
    for (const auto& [a, b] : antonym_pairs(thesaurus))
      if (numbers[a] >= 0 && numbers[b] >= 0) found.pairs.push_back(ordered(numbers[a], numbers[b], true));
    add_synonyms(thesaurus, numbers, synonyms);
  }
  if (found.pairs.empty())
    throw Error(ErrorCode::data, "--refine", "the thesauri name no antonyms to refine with", "give a file of pairs");
  std::sort(synonyms.begin(), synonyms.end());
  synonyms.erase(std::unique(synonyms.begin(), synonyms.end()), synonyms.end());
  Random random(run.seed, synonym_stream);
  random.shuffle(std::span(synonyms));
  synonyms.resize(std::min(synonyms.size(), found.pairs.size()));
  found.pairs.insert(found.pairs.end(), synonyms.begin(), synonyms.end());
  settle(found);
  return found;
}

RefinementPairs read_refinement_pairs(const std::string& path, const WordFinder& finder, const Run& run) {
  LineReader lines(path);
  RefinementPairs found;
  for (std::string_view line; lines.next(line);) {
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    require_utf8(line, lines.place());
    if (lines.line_number() % 4096 == 0) run.stop->check();
    const std::size_t first = line.find('\t'), second = first == line.npos ? first : line.find('\t', first + 1);
    const auto label = second == line.npos ? std::nullopt : label_of(line.substr(second + 1));
    if (!label && second != line.npos && lines.line_number() == 1) continue;  // a header
    if (!label)
      throw Error(ErrorCode::data, lines.place(), "not a pair of words with a label",
                  "write word, word and 1 or ant (opposites), 0 or syn (synonyms), separated by tabs");
    const FoundForms left = finder.find(line.substr(0, first));
    const FoundForms right = finder.find(line.substr(first + 1, second - first - 1));
    if (left.words.size() != 1 || right.words.size() != 1)
      ++found.unknown;
    else if (left.words[0] != right.words[0])
      found.pairs.push_back(ordered(left.words[0], right.words[0], *label));
  }
  settle(found);
  if (found.pairs.empty())
    throw Error(ErrorCode::data, path, "no pair of words that the thesauri have", "give others, or --refine thesaurus");
  return found;
}

}  // namespace couplet
