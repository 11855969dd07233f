// What the training runs of all nets have in common: checks, checkpoints, the parameters for these.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/model/container.h"
#include "couplet/model/fit_report.h"
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

/// "rate 0.001, perplexity 92.10 AMONG, 98.20 of the held-out text"; the last only when there was one.
std::string described(const TrainingCheck& check, std::string_view among, bool held_out);
/// The same in a few words, to stand beside the progress.
std::string in_short(const TrainingCheck& check, bool held_out);

/// A row a check; then whether training ended early, and after which check the net was kept, where that was not the
/// last one. held_out: there was a held-out text. stopped: why training ended early; empty: it did not.
void report_checks(const std::vector<TrainingCheck>& history, std::string_view among, bool held_out,
                   const std::string& stopped, FitReport& report);

/// As the tensor "history" of a checkpoint.
void write_history(ModelWriter& writer, const std::vector<TrainingCheck>& history);
/// Error(model) when the checks are not numbered from 1.
std::vector<TrainingCheck> read_history(const ModelFile& file, const std::string& path);

/// Error(data) when a number of a training run is none, or beyond all bounds: it has diverged.
void require_finite(bool finite);

/// checkpoint, resume.
std::vector<Parameter> checkpoint_parameters();
/// Error(usage) for --resume without a file, and for a file that is there and would be written over without it.
void check_checkpoint_parameters(const Parameters& parameters);

}  // namespace couplet
