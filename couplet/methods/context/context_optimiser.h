// Steps down the gradient of a context model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/context/context_nets.h"

namespace couplet {

/// Adam (Kingma & Ba 2015) over all weights. Rows of words that a batch does not touch go on by their momentum, as all
/// others; that is made up for in one go when the row is next needed, by the sum of the geometric series.
class ContextOptimiser {
 public:
  explicit ContextOptimiser(const ContextShape& shape);

  /// Brings the rows of these words up to the last step. Before a batch reads them; and all of them (empty spans)
  /// before the weights are used for something else.
  void catch_up(ContextWeights<float>& weights, std::span<const std::int32_t> in, std::span<const std::int32_t> out,
                const Run& run);
  void catch_up_all(ContextWeights<float>& weights, const Run& run);

  /// Scales the gradient down to the norm `clip` when its own is larger, and moves the weights. The rows of its words
  /// must be up to the last step. Parallel; same bits at any number of threads. Returns the norm.
  double step(ContextWeights<float>& weights, ContextGradient<float>& gradient, double rate, double clip,
              const Run& run);

  /// What a checkpoint keeps.
  ContextWeights<float> means, squares;           // of g and g^2, decaying
  std::vector<std::int32_t> in_steps, out_steps;  // the step that each row stands at
  std::int64_t steps = 0;
  double rate = 0;  // of the last step
};

}  // namespace couplet
