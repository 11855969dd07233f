#include "couplet/methods/language/training_checkpoint.h"

#include <fmt/format.h>

#include <algorithm>

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
    const auto same = std::find_if(found.parameters.begin(), found.parameters.end(),
                                   [&, key = name](const auto& entry) { return entry.first == key; });
    if (same == found.parameters.end()) refuse(fmt::format("a checkpoint without --{}", name));
    if (same->second != value) refuse(fmt::format("a checkpoint of a run with --{} {}", name, same->second));
  }
}

}  // namespace couplet
