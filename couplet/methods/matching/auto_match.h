// What we recommend: several ways tried, the one chosen that finds seeds it was not shown.
#pragma once

#include <string>

#include "couplet/methods/matching/kernelized_sorting.h"

namespace couplet {

struct AutoMatch {
  MatchedRows right_of_left;
  MatrixF weights;            // n x m, standardised: what the matches are judged by
  KernelPair kernels;         // those behind the weights, without diagonals, for explain
  double surface_weight = 0;  // of the surface in the weights, beside kernels of unit deviation
  std::string way;            // the way chosen: "grown, p = 1, with surface"
  double found = -1;          // how well it found held-out seeds: mean reciprocal rank; -1: not measured
};

/// kernels: one pair, or several to choose from (the widths of a Gaussian); entries >= 0. surface: standardised evidence of pairs, or null.
/// The surface is used when it puts the seeds (at least 4) where they belong, or without seeds when the matching it makes by itself agrees
/// with the kernels far better than re-paired ones do. Ways: growth by margin at p = 0.6 and 1, with and without diagonals, with more or less
/// surface; a sweep over p followed by the kernels without diagonals. With at least 4 seeds each way is run with fifths of them left out in turn,
/// and the mean reciprocal rank of those decides (of equals the first); without, the sum of the normalised objectives that a way's
/// matching has under all kernels.
AutoMatch match_auto(const std::vector<KernelPair>& kernels, const MatrixF* surface, const ObjectPairs& seeds,
                     const Run& run);

}  // namespace couplet
