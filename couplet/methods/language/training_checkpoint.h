// What the training runs of all nets have in common: checks, checkpoints, the parameters for these.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/model/container.h"
#include "couplet/model/model.h"
#include "couplet/model/parameters.h"

namespace couplet {

/// method: of the checkpoint's header, such as "rnnlm-checkpoint". Error(model) with the path when the file is another
/// method's, or was written with other parameters, another seed or on other data. --epochs 0 fits any number of epochs.
void require_same_training(const std::string& path, const std::string& method, const ModelHeader& expected,
                           const ModelHeader& found);

/// One line of a training run's history.
struct TrainingCheck {
  std::int64_t check;               // from 1
  double rate, training, held_out;  // perplexities; training: since the last check
};

/// As the tensor "history" of a checkpoint.
void write_history(ModelWriter& writer, const std::vector<TrainingCheck>& history);
/// Error(model) when the checks are not numbered from 1.
std::vector<TrainingCheck> read_history(const ModelFile& file, const std::string& path);

/// Error(data) when a number of a training run is none, or beyond all bounds: it has diverged.
void require_finite(bool finite);

/// checkpoint, resume.
std::vector<Parameter> checkpoint_parameters();

}  // namespace couplet
