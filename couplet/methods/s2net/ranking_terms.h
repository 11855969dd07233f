// The innermost loop of S2Net: the logistic losses of one pair against many other texts.
#pragma once

#include <array>

#include "couplet/linalg/matrix.h"

namespace couplet {

/// log(1 + exp(x)), and its derivative 1 / (1 + exp(-x)): for single values.
double soft_plus(double x);
double logistic(double x);

/// Losses of up to `capacity` competitors of one pair, x_j = gamma D_ij, in double.
class RankingTerms {
 public:
  static constexpr Index capacity = 512;

  /// Similarities of one text to `count` competitors.
  template <class T>
  void take(const T* similarity, Index count);

  /// x_j = steepness (similarity_j - own), for all competitors taken; then leave_out() may strike some, then add().
  void compare(double own, double steepness);
  void leave_out(Index competitor) { x_[competitor] = struck; }

  struct Sums {
    double loss = 0;   // sum of log(1 + exp(x_j))
    double slope = 0;  // sum of its derivatives
  };
  /// The sums, and factor * derivative_j added to the coefficients.
  Sums add(double factor);

  /// The same for errors: x_j = similarity_j is to be 0, and the loss is 1/2 x_j^2. slope: how many count.
  void compare_squares();
  Sums add_squares(double factor);

  /// The coefficients added up since take().
  template <class T>
  void coefficients(T* out) const;

 private:
  static constexpr double struck = -1e9;  // a loss and a derivative of exactly 0
  using Numbers = std::array<double, capacity>;

  Index count_ = 0, padded_ = 0;
  alignas(64) Numbers similarity_, x_, power_, coefficient_;
};

}  // namespace couplet
