#include "couplet/methods/language/training_checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "couplet/base/error.h"

namespace couplet {

void require_same_training(const std::string& path, const std::string& method, const ModelHeader& expected,
                           const ModelHeader& found) {
  const auto refuse = [&](const std::string& problem) {
    throw Error(ErrorCode::model, path, problem, "resume with the options it was written with, or remove the file");
  };
  if (found.method != method)
    refuse(fmt::format("not a checkpoint of {}", method.substr(0, method.find("-checkpoint"))));
  if (found.data_fingerprint != expected.data_fingerprint) refuse("a checkpoint of a training run on other text");
  if (found.seed != expected.seed) refuse(fmt::format("a checkpoint of a run with --seed {}", found.seed));
  for (const auto& [name, value] : expected.parameters) {
    if (name == "epochs" && value == "0") continue;  // nothing is trained: the model as far as the run has come
    const auto same = std::find_if(found.parameters.begin(), found.parameters.end(),
                                   [&, key = name](const auto& entry) { return entry.first == key; });
    if (same == found.parameters.end()) refuse(fmt::format("a checkpoint without --{}", name));
    if (same->second != value) refuse(fmt::format("a checkpoint of a run with --{} {}", name, same->second));
  }
}

std::string described(const TrainingCheck& check, std::string_view among, bool held_out) {
  return fmt::format("rate {:.3g}, perplexity {:.2f} {}{}", check.rate, check.training, among,
                     held_out ? fmt::format(", {:.2f} of the held-out text", check.held_out) : "");
}

std::string in_short(const TrainingCheck& check, bool held_out) {
  return fmt::format("perplexity {:.4g}{}", check.training,
                     held_out ? fmt::format(", held out {:.4g}", check.held_out) : "");
}

void report_checks(const std::vector<TrainingCheck>& history, std::string_view among, bool held_out,
                   const std::string& stopped, FitReport& report) {
  for (const TrainingCheck& check : history)
    report.add(fmt::format("check {}", check.check), described(check, among, held_out));
  if (!stopped.empty()) report.add("stopped early", stopped);
  const auto best = std::min_element(history.begin(), history.end(),
                                     [](const auto& a, const auto& b) { return a.held_out < b.held_out; });
  if (best != history.end() && best->check != std::ssize(history))
    report.add("kept", fmt::format("the net as it was after check {}", best->check));
}

void write_history(ModelWriter& writer, const std::vector<TrainingCheck>& history) {
  std::vector<double> rows;
  for (const TrainingCheck& check : history)
    rows.insert(rows.end(), {static_cast<double>(check.check), check.rate, check.training, check.held_out});
  writer.add("history", std::move(rows), {static_cast<std::int64_t>(history.size()), 4});
}

std::vector<TrainingCheck> read_history(const ModelFile& file, const std::string& path) {
  std::vector<TrainingCheck> history;
  const auto rows = file.doubles("history", -1, 4);
  for (std::size_t i = 0; i + 4 <= rows.size(); i += 4) {
    history.push_back({static_cast<std::int64_t>(i / 4) + 1, rows[i + 1], rows[i + 2], rows[i + 3]});
    if (rows[i] != static_cast<double>(history.back().check))
      throw Error(ErrorCode::model, path, "the checks are not numbered", "remove the file and begin again");
  }
  return history;
}

void require_finite(bool finite) {
  if (!finite)
    throw Error(ErrorCode::data, "training", "the weights grew beyond all bounds", "train with a smaller --rate");
}

std::vector<Parameter> checkpoint_parameters() {
  using enum ParameterType;
  std::vector<Parameter> parameters = {{.name = "checkpoint",
                                        .type = output,
                                        .default_value = "",
                                        .help = "where to keep the state of the training run",
                                        .kept_in_model = false},
                                       {"resume", flag, "", "go on from the checkpoint when there is one"}};
  parameters.back().kept_in_model = false;
  return parameters;
}

void check_checkpoint_parameters(const Parameters& parameters) {
  const std::string& path = parameters.text("checkpoint");
  if (parameters.flag("resume") && path.empty())
    throw Error(ErrorCode::usage, "--resume", "there is no checkpoint to go on from", "add --checkpoint FILE");
  if (!parameters.flag("resume") && !path.empty() && std::filesystem::exists(path))
    throw Error(ErrorCode::usage, path, "the state of a training run is there already",
                "add --resume to go on from it, or remove it to begin again");
}

}  // namespace couplet
