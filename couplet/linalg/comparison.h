// Scores of rows of numbers: inner products, or how alike two distributions are.
#pragma once

#include "couplet/linalg/matrix.h"

namespace couplet {

enum class Comparison {
  inner_product,
  l1,              // 1 - |a - b|_1 / 2: what two distributions have in common, 0 to 1
  jensen_shannon,  // 1 - the Jensen-Shannon divergence in bits, 0 to 1
};

/// out(i, j): the score of row i of left with row j of right; left: n x d, right: m x d, out: n x m. l1 and
/// jensen_shannon take rows that are not negative and add up to 1. Cost: n m d; jensen_shannon takes a logarithm for
/// each. Throws Error(internal) when the shapes do not fit.
void compare_rows(const ConstRef<double>& left, const ConstRef<double>& right, Comparison comparison,
                  MutableRef<double> out);

}  // namespace couplet
