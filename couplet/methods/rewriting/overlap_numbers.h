// How much two sentences have in common, looked at from several sides.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/stemmer.h"
#include "couplet/linalg/matrix.h"
#include "couplet/methods/rewriting/sentence.h"

namespace couplet {

/// Shares of what the right side has that the left one has too, and the other way round (1 where a side has none), of:
/// k-grams of stems (k 1 to 4), pairs of stems at most four places apart, k-grams of characters (2 to 4), the longest
/// common subsequence of stems, numbers (words that begin with a digit), and named entities. At last the logarithms of
/// both lengths. both_ways: of every two numbers the larger comes first.
std::vector<double> overlap_numbers(const SentencePair& pair, Stemmer& stemmer, bool both_ways);
inline constexpr Index overlap_count = 24;

/// Where each number lies over the training pairs, so that a step in one is worth as much as in another.
struct OverlapScale {
  std::vector<double> mean, deviation;  // deviation > 0

  static OverlapScale from(std::span<const SentencePair> pairs, const std::string& stemmer, bool both_ways,
                           const Run& run);
  /// pairs x overlap_count: (number - mean) / deviation.
  MatrixD scaled(std::span<const SentencePair> pairs, const std::string& stemmer, bool both_ways, const Run& run) const;
};

/// exp(-|x - y|^2 / (2 columns)) of rows x of `left` and y of `right`.
MatrixD gaussian(const MatrixD& left, const MatrixD& right, const Run& run);

}  // namespace couplet
