// One update of a recurrent language model against the bare matrix products it needs, on one core, in one run.
// Usage: couplet_bench rnnlm [--json] [hidden]. Rows: completion.speed.rnn-vs-gemm, a ratio (bar: at least 0.6), and
// completion.speed.rnn-words, thousands of words a second on one core.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <string_view>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/random.h"
#include "couplet/linalg/lapack.h"
#include "couplet/methods/rnnlm/rnn_optimiser.h"

using namespace couplet;

namespace {

constexpr Index words = 10000, classes = 100, steps = 20, rows = 32, n = steps * rows;

MatrixF random_matrix(Index height, Index width) {
  Random random(9);
  MatrixF matrix(height, width);
  for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = static_cast<float>(random.normal());
  return matrix;
}

/// Forward and the two products backward of x (m x k) times a (k x l).
void three_products(const MatrixF& x, const MatrixF& a, MatrixF& y, MatrixF& to_x, MatrixF& to_a) {
  gemm(Transpose::no, Transpose::no, 1.0F, x, a, 0.0F, y);
  gemm(Transpose::no, Transpose::yes, 1.0F, y, a, 0.0F, to_x);
  gemm(Transpose::yes, Transpose::no, 1.0F, x, y, 0.0F, to_a);
}

}  // namespace

int bench::run_rnnlm(int argc, char** argv) {
  bool json = false;
  Index hidden = 256;
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--json")
      json = true;
    else
      hidden = std::max(8L, std::atol(argv[i]));
  Run run;
  run.pool = Pool(1);
  std::vector<std::int32_t> class_of;
  for (Index word = 0; word < words; ++word) class_of.push_back(static_cast<std::int32_t>(word % classes));
  const WordClasses partition(class_of);
  const RnnShape shape{RnnCell::lstm, words, classes, hidden};
  RnnWeights<float> weights = RnnWeights<float>::random(shape, 1);
  std::vector<RnnGradient<float>> gradient;
  gradient.emplace_back(shape);
  RnnOptimiser optimiser(shape);
  RnnState<float> state = RnnState<float>::zero(rows, shape);
  Random random(3);
  RnnBatch batch{steps, rows, {}, {}, std::vector<std::uint8_t>(n, 0)};
  std::vector<Index> in_class(classes, 0);
  for (Index i = 0; i < n; ++i) {
    const auto zipf = [&] { return static_cast<std::int32_t>(std::exp(random.uniform() * std::log(9999.0))); };
    batch.inputs.push_back(zipf());
    batch.targets.push_back(zipf());
    ++in_class[partition[batch.targets.back()]];
  }
  const UnitDropout dropout{0.3, 1, 1};
  const double update = bench::fastest(20, [&] {
    rnn_pass<float>(shape, partition, weights, batch, state, dropout, 1.0F / n, gradient.data());
    optimiser.step(weights, gradient, partition, 1e-3, 1, run);
  });

  const MatrixF x = random_matrix(n, hidden), gates = random_matrix(hidden, 4 * hidden),
                h = random_matrix(rows, hidden);
  const MatrixF to_classes = random_matrix(hidden, classes), to_words = random_matrix(hidden, words / classes);
  MatrixF all_gates(n, 4 * hidden), step_gates = random_matrix(rows, 4 * hidden), to_x(n, hidden), to_h(rows, hidden);
  MatrixF to_weights(hidden, 4 * hidden), class_scores(n, classes), to_class_weights(hidden, classes);
  const double products = bench::fastest(20, [&] {
    three_products(x, gates, all_gates, to_x, to_weights);
    for (Index t = 0; t < steps; ++t) {
      gemm(Transpose::no, Transpose::no, 1.0F, h, gates, 0.0F, step_gates);
      gemm(Transpose::no, Transpose::yes, 1.0F, step_gates, gates, 0.0F, to_h);
    }
    gemm(Transpose::yes, Transpose::no, 1.0F, x, all_gates, 0.0F, to_weights);
    three_products(x, to_classes, class_scores, to_x, to_class_weights);
    for (const Index members : in_class) {
      if (members == 0) continue;
      const MatrixF own = x.topRows(members);
      MatrixF scores(members, words / classes), to_own(members, hidden), to_rows(hidden, words / classes);
      three_products(own, to_words, scores, to_own, to_rows);
    }
  });
  const bench::Report report(json);
  report.add(
      {.name = "completion.speed.rnn-vs-gemm",
       .value = products / update,
       .bar = 0.6,
       .note = fmt::format("update {:.2f} ms, products {:.2f} ms, {} units", 1e3 * update, 1e3 * products, hidden)});
  report.add({.name = "completion.speed.rnn-words",
              .value = static_cast<double>(n) / update / 1e3,
              .note = "thousands of words a second on one core, training"});
  return 0;
}
