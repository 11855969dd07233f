#include "couplet/methods/rnnlm/rnn_optimiser.h"

#include <algorithm>

#include "couplet/methods/language/adam.h"

namespace couplet {
namespace {

constexpr Index large_rows = 32;  // of the matrices that every batch moves

/// Some rows of one matrix that are moved together.
struct Part {
  MatrixF RnnWeights<float>::*matrix;
  Index begin, rows;
  std::int64_t steps;  // of these rows, this one counted
};

/// Adds the other blocks' gradients to the first; returns the sum of squares.
double gather(const Part& part, std::span<RnnGradient<float>> blocks) {
  auto sum = (blocks[0].weights.*part.matrix).middleRows(part.begin, part.rows);
  for (std::size_t i = 1; i < blocks.size(); ++i)
    sum += (blocks[i].weights.*part.matrix).middleRows(part.begin, part.rows);
  double squares = 0;
  for (Index row = 0; row < part.rows; ++row) squares += static_cast<double>(sum.row(row).squaredNorm());
  return squares;
}

void move(const Part& part, std::span<RnnGradient<float>> blocks, RnnWeights<float>& weights,
          RnnWeights<float>& squares, double scale, double rate) {
  const Index cols = (weights.*part.matrix).cols(), at = part.begin * cols;
  adam_move({(weights.*part.matrix).data() + at, nullptr, (squares.*part.matrix).data() + at,
             (blocks[0].weights.*part.matrix).data() + at, part.rows * cols},
            adam_step(part.steps, rate, scale));
  for (RnnGradient<float>& block : blocks) (block.weights.*part.matrix).middleRows(part.begin, part.rows).setZero();
}

}  // namespace

RnnOptimiser::RnnOptimiser(const RnnShape& shape)
    : squares(RnnWeights<float>::zero(shape)),
      word_steps(static_cast<std::size_t>(shape.words), 0),
      class_steps(static_cast<std::size_t>(shape.classes), 0) {}

double RnnOptimiser::step(RnnWeights<float>& weights, std::span<RnnGradient<float>> blocks, const WordClasses& classes,
                          double rate, double clip, const Run& run) {
  using W = RnnWeights<float>;
  ++steps;
  std::vector<Part> parts;
  for (MatrixF W::*matrix : {&W::input, &W::recurrent, &W::bias, &W::class_weights, &W::class_bias})
    for (Index at = 0; at < (weights.*matrix).rows(); at += large_rows)
      parts.push_back({matrix, at, std::min(large_rows, (weights.*matrix).rows() - at), steps});
  std::vector<std::int32_t> words;
  for (const RnnGradient<float>& block : blocks)
    words.insert(words.end(), block.touched.words.begin(), block.touched.words.end());
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  for (const std::int32_t word : words) parts.push_back({&W::embedding, word, 1, ++word_steps[word]});
  for (std::int32_t c = 0; c < classes.size(); ++c) {
    const auto at = static_cast<std::size_t>(c);
    if (std::none_of(blocks.begin(), blocks.end(), [&](const auto& block) { return block.touched.classes[at] != 0; }))
      continue;
    const std::int64_t own = ++class_steps[at];
    parts.push_back({&W::word_weights, classes.begin(c), classes.begin(c + 1) - classes.begin(c), own});
    parts.push_back({&W::word_bias, classes.begin(c), classes.begin(c + 1) - classes.begin(c), own});
  }
  std::vector<double> norms(parts.size(), 0);
  constexpr std::int64_t together = 4;
  const auto count = static_cast<std::int64_t>(parts.size());
  run.pool.for_blocks(count, together, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
      norms[i] = gather(parts[i], blocks);
  });
  double norm = 0;
  for (const double part : norms) norm += part;
  norm = std::sqrt(norm);
  const double scale = norm > clip ? clip / norm : 1;
  run.pool.for_blocks(count, together, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
      move(parts[i], blocks, weights, squares, scale, rate);
  });
  for (RnnGradient<float>& block : blocks) block.touched.clear();
  return norm;
}

}  // namespace couplet
