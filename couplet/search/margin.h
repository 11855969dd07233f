// How pairs of embedded texts are scored when all texts of both sides are at hand.
#pragma once

#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/comparison.h"

namespace couplet {

struct PairScoring {
  Comparison comparison = Comparison::inner_product;
  Index margin =
      0;  // 0, or scores are divided by the mean score of both texts with their `margin` nearest of the other
          // side (Artetxe and Schwenk 2019): texts that are near to everything win less often
};

/// score(a, b) = compare_rows(a, b) / mean of their divisors; row i of left has divisor left[i].
struct Divisors {
  VectorD left, right;  // ones without a margin
};

/// left: n x d, right: m x d; texts that are not known are nobody's neighbours. Throws Error(usage) for a negative
/// margin.
Divisors margin_divisors(const MatrixD& left, const MatrixD& right, const std::vector<bool>& left_known,
                         const std::vector<bool>& right_known, const PairScoring& scoring, const Run& run);

}  // namespace couplet
