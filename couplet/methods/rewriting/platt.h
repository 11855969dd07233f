// From decision values to probabilities: Platt's sigmoid.
#pragma once

#include <span>

namespace couplet {

/// P(label 1 | f) = 1 / (1 + exp(slope f + offset)).
struct Sigmoid {
  double slope = -1, offset = 0;
  double operator()(double decision) const;
};

/// Fits the sigmoid to decision values of items that were not trained on, by Newton's method on Platt's smoothed
/// targets (as Lin, Lin & Weng 2007 do it). values and labels (0 or 1) have equal length >= 1. Deterministic; at most
/// 100 steps of O(n).
Sigmoid fit_sigmoid(std::span<const double> values, std::span<const int> labels);

}  // namespace couplet
