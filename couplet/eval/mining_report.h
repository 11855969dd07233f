// How good the pairs found in two collections of texts are.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "couplet/eval/bootstrap.h"
#include "couplet/eval/estimate.h"
#include "couplet/search/mining.h"

namespace couplet {

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
