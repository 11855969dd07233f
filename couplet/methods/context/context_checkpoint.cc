#include "couplet/methods/context/context_checkpoint.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/methods/language/training_checkpoint.h"

namespace couplet {
namespace {

constexpr const char* checkpoint_method = "context-checkpoint";

}  // namespace

void write_checkpoint(const std::string& path, const ModelHeader& header, const ContextProgress& progress) {
  ModelHeader own = header;
  own.method = checkpoint_method;
  ModelWriter writer(std::move(own));
  write_context_weights(writer, "weights", progress.weights);
  write_context_weights(writer, "best", progress.best);
  write_context_weights(writer, "means", progress.optimiser.means);
  write_context_weights(writer, "squares", progress.optimiser.squares);
  const auto words = static_cast<std::int64_t>(progress.optimiser.in_steps.size());
  writer.add("steps.in", std::span<const std::int32_t>(progress.optimiser.in_steps), {words});
  writer.add("steps.out", std::span<const std::int32_t>(progress.optimiser.out_steps), {words});
  write_history(writer, progress.history);
  writer.add("numbers",
             std::vector<double>{progress.best_held_out, progress.lost, progress.counted, progress.optimiser.rate},
             {4});
  writer.add(
      "counts",
      std::vector<std::int64_t>{progress.optimiser.steps, progress.epoch, progress.at, progress.done, progress.waited},
      {5});
  writer.write(path);
}

ContextProgress read_context_checkpoint(const std::string& path, const ModelHeader& header, const ContextShape& shape) {
  const ModelFile file(path);
  require_same_training(path, checkpoint_method, header, file.header());
  ContextProgress progress{load_context_weights(file, "weights", shape), load_context_weights(file, "best", shape),
                           ContextOptimiser(shape)};
  ContextOptimiser& optimiser = progress.optimiser;
  optimiser.means = load_context_weights(file, "means", shape);
  optimiser.squares = load_context_weights(file, "squares", shape);
  const auto in = file.integers32("steps.in", shape.words), out = file.integers32("steps.out", shape.words);
  optimiser.in_steps.assign(in.begin(), in.end());
  optimiser.out_steps.assign(out.begin(), out.end());
  const auto numbers = file.doubles("numbers", 4);
  progress.history = read_history(file, path);
  const auto counts = file.integers("counts", 5);
  const auto require = [&](bool fits, const char* problem) {
    if (!fits) throw Error(ErrorCode::model, path, problem, "remove the file and begin again");
  };
  const auto step_count = [&](std::int32_t count) { return count >= 0 && count <= counts[0]; };
  require(std::ranges::all_of(counts,
                              [](std::int64_t count) { return count >= 0 && count < (std::int64_t{1} << 31) << 16; }),
          "an impossible number of steps");
  require(std::ranges::all_of(in, step_count) && std::ranges::all_of(out, step_count),
          "more steps of a word than there were");
  require(std::ranges::all_of(optimiser.squares.out.reshaped(), [](float square) { return square >= 0; }),
          "the mean of squares is negative");
  progress.best_held_out = numbers[0];
  progress.lost = numbers[1];
  progress.counted = numbers[2];
  optimiser.rate = numbers[3];
  optimiser.steps = counts[0];
  progress.epoch = counts[1];
  progress.at = counts[2];
  progress.done = counts[3];
  progress.waited = counts[4];
  return progress;
}

}  // namespace couplet
