// Finding pairs in two collections of texts: those that are each other's nearest.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "couplet/eval/margin.h"
#include "couplet/eval/bootstrap.h"
#include "couplet/eval/estimate.h"

namespace couplet {

struct MinedPair {
  Index left = 0, right = 0;
  double score = 0;
};

/// Pairs of a left and a right text of which each is the other's nearest, best first (equal scores: by left row). left:
/// n x d, right: m x d; texts that are not known are in no pair; of equally near texts the first counts. Scores in
/// blocks of 256 rows. Same result at any thread count. Throws as margin_divisors, and Error(internal) when the shapes
/// do not fit.
std::vector<MinedPair> mutual_nearest(const MatrixD& left, const MatrixD& right, const std::vector<bool>& left_known,
                                      const std::vector<bool>& right_known, const PairScoring& scoring, const Run& run);

using GoldPairs =
    std::vector<std::pair<Index, Index>>;  // rows of left and right that belong together, ascending, none twice

/// The threshold with the best F1: pairs scoring at least as much are taken. Halfway between two scores; 0 without
/// pairs.
double best_mining_threshold(std::span<const MinedPair> mined, const GoldPairs& gold);

/// "precision", "recall" and "f1" of the pairs that score at least `threshold`, left texts being resampled; covered:
/// pairs taken, total: gold pairs. Error(data) when there is no gold pair.
std::vector<MetricReport> mining_report(std::span<const MinedPair> mined, const GoldPairs& gold, double threshold,
                                        Index left_texts, const BootstrapOptions& options, const Run& run);

}  // namespace couplet
