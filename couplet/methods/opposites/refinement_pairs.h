// Pairs of words for discriminative refinement: opposites and synonyms.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/thesaurus.h"
#include "couplet/methods/opposites/word_finder.h"

namespace couplet {

/// Two words of a model by number, left < right.
struct RefinementPair {
  std::int64_t left, right;
  bool opposite;
  auto operator<=>(const RefinementPair&) const = default;
};

struct RefinementPairs {
  std::vector<RefinementPair> pairs;  // ascending, none twice, none with both labels
  std::int64_t unknown = 0;           // pairs with a word that is not found
  std::int64_t contradictions = 0;    // pairs given as opposites and as synonyms: left out
};

/// The thesauri's own direct antonyms, and as many pairs of synonyms (words of one entry; a seeded sample where there
/// are more). words: of the model. Error(data) when there is no antonym.
RefinementPairs pairs_of_thesauri(std::span<const Thesaurus> thesauri, const Vocabulary& words, const Run& run);

/// TSV: word, word, label. 1, ant or antonym: opposites; 0, syn or synonym: synonyms. The first line may be a header
/// (its label is none of these). Words are found as in queries; one that several words would stand for counts as
/// unknown. Error(data) with the line otherwise, or when no pair is left.
RefinementPairs read_refinement_pairs(const std::string& path, const WordFinder& finder, const Run& run);

}  // namespace couplet
