// Some of very many: the competitors that stand for all.
#pragma once

#include <span>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// `size` of the numbers 0..n-1 without replacement, ascending; each draw in proportion to the weights of those left
/// (weights: n of them, or none: all equal). A weight of 0 is never drawn, so there may be fewer than `size`. O(n log
/// n). Throws Error(data) for a weight that is negative or not finite, Error(internal) for another number of weights.
std::vector<Index> weighted_sample(Index n, Index size, std::span<const double> weights, Random& random);

}  // namespace couplet
