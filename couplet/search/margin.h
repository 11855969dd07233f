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

/// For a search: what the queries' scores are divided by. A query's nearest are at most a quarter of the rows: the mean
/// with more of them would say nothing, and could be 0. Rows have divisors only where there are queries enough to be
/// their other side, four times the margin; else `right` is empty and a query is divided by its own divisor alone, so
/// that its answer is the same whatever is asked beside it.
Divisors search_divisors(const MatrixD& queries, const MatrixD& rows, const PairScoring& scoring, const Run& run);

/// left: n x d, right: m x d; texts that are not known are nobody's neighbours. Throws Error(usage) for a negative
/// margin.
Divisors margin_divisors(const MatrixD& left, const MatrixD& right, const std::vector<bool>& left_known,
                         const std::vector<bool>& right_known, const PairScoring& scoring, const Run& run);

}  // namespace couplet
