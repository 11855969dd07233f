// The state of a training run in a file.
#pragma once

#include <string>
#include <vector>

#include "couplet/methods/rnnlm/rnn_optimiser.h"
#include "couplet/methods/rnnlm/rnn_trainer.h"

namespace couplet {

/// Everything that training goes on from.
struct RnnProgress {
  RnnWeights<float> weights, best;
  RnnOptimiser optimiser;
  std::vector<RnnState<float>> states = {};  // a block each
  std::vector<TrainingCheck> history = {};
  double halvings = 1;  // factor of the rate
  double best_held_out = 0;
  std::int64_t done = 0;  // batches of this run
  double lost = 0;        // ln P of the words since the last check, negative,
  double counted = 0;     // and how many they are
};

/// Writes atomically: a killed run leaves the last whole checkpoint.
void write_checkpoint(const std::string& path, const ModelHeader& header, const RnnProgress& progress);

/// Error(model) when the file is damaged, or was written with other parameters or on other data.
RnnProgress read_checkpoint(const std::string& path, const ModelHeader& header, const RnnShape& shape,
                            std::size_t blocks, Index rows);

}  // namespace couplet
