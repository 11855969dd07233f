#include "couplet/methods/rnnlm/rnn_checkpoint.h"

#include <fmt/format.h>

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/methods/language/training_checkpoint.h"
#include "couplet/model/saved_matrix.h"

namespace couplet {
namespace {

constexpr const char* method = "rnnlm-checkpoint";

}  // namespace

void write_checkpoint(const std::string& path, const ModelHeader& header, const RnnProgress& progress) {
  ModelHeader own = header;
  own.method = method;
  ModelWriter writer(std::move(own));
  write_weights(writer, "weights", progress.weights);
  write_weights(writer, "best", progress.best);
  write_weights(writer, "squares", progress.optimiser.squares);
  const auto words = static_cast<std::int64_t>(progress.optimiser.word_steps.size());
  writer.add("steps.words", std::span<const std::int32_t>(progress.optimiser.word_steps), {words});
  const auto classes = static_cast<std::int64_t>(progress.optimiser.class_steps.size());
  writer.add("steps.classes", std::span<const std::int32_t>(progress.optimiser.class_steps), {classes});
  for (std::size_t i = 0; i < progress.states.size(); ++i) {
    add_matrix(writer, fmt::format("state.{}.hidden", i), progress.states[i].hidden);
    add_matrix(writer, fmt::format("state.{}.cell", i), progress.states[i].cell);
  }
  write_history(writer, progress.history);
  writer.add("numbers", std::vector<double>{progress.halvings, progress.best_held_out, progress.lost, progress.counted},
             {4});
  writer.add("counts", std::vector<std::int64_t>{progress.optimiser.steps, progress.done}, {2});
  writer.write(path);
}

RnnProgress read_checkpoint(const std::string& path, const ModelHeader& header, const RnnShape& shape,
                            std::size_t blocks, Index rows) {
  const ModelFile file(path);
  require_same_training(path, method, header, file.header());
  RnnProgress progress{load_weights(file, "weights", shape), load_weights(file, "best", shape), RnnOptimiser(shape)};
  progress.optimiser.squares = load_weights(file, "squares", shape);
  const auto words = file.integers32("steps.words", shape.words),
             classes = file.integers32("steps.classes", shape.classes);
  progress.optimiser.word_steps.assign(words.begin(), words.end());
  progress.optimiser.class_steps.assign(classes.begin(), classes.end());
  for (std::size_t i = 0; i < blocks; ++i)
    progress.states.push_back({load_matrix<float>(file, fmt::format("state.{}.hidden", i), rows, shape.hidden),
                               load_matrix<float>(file, fmt::format("state.{}.cell", i), rows, shape.hidden)});
  progress.history = read_history(file, path);
  const auto numbers = file.doubles("numbers", 4);
  const auto counts = file.integers("counts", 2);
  const auto require = [&](bool fits, const char* problem) {
    if (!fits) throw Error(ErrorCode::model, path, problem, "remove the file and begin again");
  };
  // Every batch is one step, and moves a word's or a class's weights at most once.
  const auto step_count = [&](std::int32_t count) { return count >= 0 && count <= counts[0]; };
  require(counts[0] >= 0 && counts[0] == counts[1], "an impossible number of steps");
  require(std::ranges::all_of(words, step_count) && std::ranges::all_of(classes, step_count),
          "more steps of a word than there were");
  require(numbers[0] > 0 && numbers[0] <= 1, "the rate was not halved but changed");
  progress.halvings = numbers[0];
  progress.best_held_out = numbers[1];
  progress.lost = numbers[2];
  progress.counted = numbers[3];
  progress.optimiser.steps = counts[0];
  progress.done = counts[1];
  return progress;
}

}  // namespace couplet
