// Steps down the gradient of a recurrent net.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/rnnlm/rnn_network.h"

namespace couplet {

/// Every number is moved by rate * g / sqrt(mean of g^2), the mean decaying over about a thousand steps and corrected
/// for its start (Adam without momentum). Rows of words that a batch did not touch stay as they are, with a count of
/// their own steps.
class RnnOptimiser {
 public:
  explicit RnnOptimiser(const RnnShape& shape);

  /// Adds up the gradients of the blocks in order, scales them down to the norm `clip` when theirs is larger, moves the
  /// weights, and sets the gradients to zero. Parallel over rows; same bits at any number of threads. Returns the norm.
  double step(RnnWeights<float>& weights, std::span<RnnGradient<float>> blocks, const WordClasses& classes, double rate,
              double clip, const Run& run);

  /// What a checkpoint keeps.
  RnnWeights<float> squares;                          // means of g^2
  std::vector<std::int32_t> word_steps, class_steps;  // of the rows of embedding, and of the classes of word_weights
  std::int64_t steps = 0;
};

}  // namespace couplet
