// What a score is measured by: random pairs, and the pairs a model was fitted on.
#pragma once

#include <vector>

namespace couplet {

struct Yardstick {
  double random_mean = 0, random_sd = 1;   // scores of re-paired training pairs
  double typical = 0, typical_spread = 1;  // median score of training pairs, and its robust deviation

  /// Median and 1.4826 median absolute deviation of the training pairs' own scores.
  void take_typical(const std::vector<double>& own);
  double z(double score) const { return (score - random_mean) / random_sd; }
  double quality(double score) const { return (score - typical) / typical_spread; }
};

}  // namespace couplet
