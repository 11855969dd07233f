// The dense part of S2Net: every pair against every competitor, in blocks; the table of similarities is never whole.
#pragma once

#include <vector>

#include "couplet/methods/s2net/contests.h"

namespace couplet {

/// Loss of all contests, and what its gradient needs.
template <class T>
struct NegativesResult {
  double loss = 0;              // sum over contests of share * sum over competitors of log(1 + exp(x))
  std::vector<double> slopes;   // for each contest: share * sum over competitors of the derivative; of squared
                                // errors share * number of competitors
  double scale = 0;             // factor of the two matrices below
  Matrix<T> left, competitors;  // scale * these: derivatives by the rows of p and q, as far as they come from
                                // comparisons (what comes from the pairs themselves is -sign * gamma * slopes)
};

/// p: n_left x k, q: competitors x k, rows of unit length (or 0). own: the similarity of each contest's own pair.
///   x = gamma sign (p_i . q_j - own)
/// squared: the loss is 1/2 (p_i . q_j)^2 instead.
/// Three matrix products of 2 n_left competitors k flops in T; everything else in double, some 5 to 10 % of the time.
/// Work space: 2048 x 16 k numbers at most, and 2048 x 512 a thread, beside the result. Same bits at any thread
/// count. `result` keeps its matrices between calls.
template <class T>
void compare_with_all(const Contests& contests, const Matrix<T>& p, const Matrix<T>& q, const std::vector<double>& own,
                      double gamma, bool squared, NegativesResult<T>& result, const Run& run);

}  // namespace couplet
