#include "couplet/methods/context/context_optimiser.h"

#include <cmath>
#include <numeric>

#include "couplet/methods/language/adam.h"

namespace couplet {
namespace {

constexpr Index moved_numbers = 1 << 14;  // numbers that are moved in one go
constexpr Index moved_rows = 64;

double sum_of_squares(const float* values, Index size) {
  return static_cast<double>(Eigen::Map<const VectorF>(values, size).squaredNorm());
}

/// `missed` steps without a gradient: the k-th moves by r^k of the first, r = mean decay / sqrt(square decay).
void glide(const AdamNumbers& n, std::int64_t missed, const AdamStep& step) {
  const double r = adam_mean_decay / std::sqrt(adam_square_decay), count = static_cast<double>(missed);
  const auto distance = step.rate * step.mean_correction * static_cast<float>(r * (1 - std::pow(r, count)) / (1 - r));
  Eigen::Map<Eigen::ArrayXf> weights(n.weights, n.size), means(n.means, n.size), squares(n.squares, n.size);
  weights -= distance * means / ((step.square_correction * squares).sqrt() + adam_tiny);
  means *= static_cast<float>(std::pow(adam_mean_decay, count));
  squares *= static_cast<float>(std::pow(adam_square_decay, count));
}

using W = ContextWeights<float>;

AdamNumbers row_of(MatrixF W::*matrix, W& weights, W& means, W& squares, std::int32_t word) {
  const Index cols = (weights.*matrix).cols(), at = word * cols;
  return {(weights.*matrix).data() + at, (means.*matrix).data() + at, (squares.*matrix).data() + at, nullptr, cols};
}

/// The matrices that have a row a word, with where their rows stand.
struct WordRows {
  std::vector<MatrixF W::*> matrices;
  std::vector<std::int32_t>* steps;
};

}  // namespace

ContextOptimiser::ContextOptimiser(const ContextShape& shape)
    : means(W::zero(shape)),
      squares(W::zero(shape)),
      in_steps(static_cast<std::size_t>(shape.words), 0),
      out_steps(static_cast<std::size_t>(shape.words), 0) {}

void ContextOptimiser::catch_up(W& weights, std::span<const std::int32_t> in, std::span<const std::int32_t> out,
                                const Run& run) {
  const AdamStep step = adam_step(steps, rate, 1);
  const auto some = [&](std::span<const std::int32_t> words, const WordRows& rows) {
    run.pool.for_blocks(std::ssize(words), moved_rows, [&](std::int64_t begin, std::int64_t end) {
      for (const std::int32_t word : words.subspan(begin, end - begin)) {
        std::int32_t& own = (*rows.steps)[word];
        const std::int64_t missed = steps - own;
        if (missed > 0 && own > 0)
          for (MatrixF W::*matrix : rows.matrices) glide(row_of(matrix, weights, means, squares, word), missed, step);
        own = static_cast<std::int32_t>(steps);
      }
    });
  };
  some(in, {{&W::in}, &in_steps});
  some(out, {{&W::out, &W::out_bias}, &out_steps});
}

void ContextOptimiser::catch_up_all(W& weights, const Run& run) {
  std::vector<std::int32_t> all(in_steps.size());
  std::iota(all.begin(), all.end(), 0);
  catch_up(weights, all, all, run);
}

double ContextOptimiser::step(W& weights, ContextGradient<float>& gradient, double new_rate, double clip,
                              const Run& run) {
  ++steps;
  rate = new_rate;
  std::vector<AdamNumbers> parts;
  const auto add = [&](MatrixF& w, MatrixF& m, MatrixF& s, const MatrixF& g) {
    for (Index at = 0; at < g.size(); at += moved_numbers)
      parts.push_back(
          {w.data() + at, m.data() + at, s.data() + at, g.data() + at, std::min(moved_numbers, g.size() - at)});
  };
  std::vector<MatrixF*> w, m, s, g;
  weights.for_each([&](const char*, MatrixF& matrix) { w.push_back(&matrix); });
  means.for_each([&](const char*, MatrixF& matrix) { m.push_back(&matrix); });
  squares.for_each([&](const char*, MatrixF& matrix) { s.push_back(&matrix); });
  gradient.weights.for_each([&](const char*, MatrixF& matrix) { g.push_back(&matrix); });
  for (std::size_t i = 0; i < w.size(); ++i)
    if (w[i] != &weights.in && w[i] != &weights.out && w[i] != &weights.out_bias) add(*w[i], *m[i], *s[i], *g[i]);
  const auto add_rows = [&](MatrixF W::*matrix, std::span<const std::int32_t> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      parts.push_back(row_of(matrix, weights, means, squares, words[i]));
      parts.back().gradient = (gradient.weights.*matrix).data() + static_cast<Index>(i) * parts.back().size;
    }
  };
  add_rows(&W::in, gradient.in_words);
  add_rows(&W::out, gradient.out_words);
  add_rows(&W::out_bias, gradient.out_words);
  for (const std::int32_t word : gradient.in_words) in_steps[word] = static_cast<std::int32_t>(steps);
  for (const std::int32_t word : gradient.out_words) out_steps[word] = static_cast<std::int32_t>(steps);

  std::vector<double> norms(parts.size());
  const auto count = static_cast<std::int64_t>(parts.size());
  run.pool.for_blocks(count, moved_rows, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) norms[i] = sum_of_squares(parts[i].gradient, parts[i].size);
  });
  const double norm = std::sqrt(std::accumulate(norms.begin(), norms.end(), 0.0));
  const AdamStep moved = adam_step(steps, rate, norm > clip ? clip / norm : 1);
  run.pool.for_blocks(count, moved_rows, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) adam_move(parts[i], moved);
  });
  return norm;
}

}  // namespace couplet
