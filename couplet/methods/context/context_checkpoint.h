// The state of a training run of a context model in a file.
#pragma once

#include <string>
#include <vector>

#include "couplet/methods/context/context_optimiser.h"
#include "couplet/methods/context/context_trainer.h"

namespace couplet {

/// Everything that training goes on from.
struct ContextProgress {
  ContextWeights<float> weights, best;
  ContextOptimiser optimiser;
  std::vector<TrainingCheck> history = {};
  double best_held_out = 0;
  std::int64_t waited = 0;         // checks since then
  std::int64_t epoch = 0, at = 0;  // the next batch: number `at` of the epoch
  std::int64_t done = 0;           // words read
  double lost = 0, counted = 0;    // -ln P of the targets since the last check, and how many they are
};

/// Writes atomically: a killed run leaves the last whole checkpoint.
void write_checkpoint(const std::string& path, const ModelHeader& header, const ContextProgress& progress);

/// Error(model) when the file is damaged, or was written with other parameters or on other data.
ContextProgress read_context_checkpoint(const std::string& path, const ModelHeader& header, const ContextShape& shape);

}  // namespace couplet
