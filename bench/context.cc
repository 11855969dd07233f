// One update of a context model against the bare matrix products it needs, on one core, in one run.
// Usage: couplet_bench context [--json] [units]. Rows: completion.speed.context-vs-gemm, a ratio (bar: at least 0.6),
// and completion.speed.context-words, thousands of words a second on two cores.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/methods/context/context_optimiser.h"
#include "couplet/methods/context/context_sampler.h"
#include "couplet/methods/language/language_text.h"

using namespace couplet;

namespace {

constexpr std::int32_t words = 40000;
constexpr std::int64_t batch_words = 6144, samples = 2048;

/// A batch of sentences of like length, as training has them: words by Zipf's law.
std::vector<std::vector<std::int32_t>> made_up_sentences(Random& random) {
  std::vector<std::vector<std::int32_t>> sentences;
  for (std::int64_t filled = 0; filled < batch_words;) {
    auto& sentence = sentences.emplace_back();
    for (std::int64_t length = 24 + random.below(3); length > 0; --length, ++filled)
      sentence.push_back(first_word + static_cast<std::int32_t>(std::exp(random.uniform() * std::log(words - 4.0))) -
                         1);
  }
  return sentences;
}

/// Counts as large as the chances of made_up_sentences.
std::vector<std::int64_t> made_up_counts() {
  std::vector<std::int64_t> counts(words, 0);
  for (std::int32_t word = first_word; word < words; ++word) counts[word] = 1 + 1000000 / (word - first_word + 1);
  return counts;
}

/// x (m x k) times a (k x n), and the two products back.
class ThreeProducts {
 public:
  ThreeProducts(Index m, Index k, Index n)
      : x_(MatrixF::Random(m, k)), a_(MatrixF::Random(k, n)), y_(m, n), to_x_(m, k), to_a_(k, n) {}
  void run() {
    gemm(Transpose::no, Transpose::no, 1.0F, x_, a_, 0.0F, y_);
    gemm(Transpose::no, Transpose::yes, 1.0F, y_, a_, 0.0F, to_x_);
    gemm(Transpose::yes, Transpose::no, 1.0F, x_, y_, 0.0F, to_a_);
  }

 private:
  MatrixF x_, a_, y_, to_x_, to_a_;
};

}  // namespace

int bench::run_context(int argc, char** argv) {
  bool json = false;
  Index units = 256;
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--json")
      json = true;
    else
      units = std::max(8L, std::atol(argv[i]));
  Run run;
  run.pool = Pool(1);
  const Index dimension = 256;
  const ContextShape shape{words, dimension, units};
  ContextWeights<float> weights = ContextWeights<float>::random(shape, 1);
  ContextOptimiser optimiser(shape);
  ContextGradient<float> gradient(shape);
  ContextNets<float> nets(run.pool);
  ContextOutput<float> output(run.pool);
  Random random(3);
  const auto made = made_up_sentences(random);
  const std::vector<std::span<const std::int32_t>> sentences(made.begin(), made.end());
  const ContextSampler sampler(made_up_counts(), 1e-4, samples);
  ContextBatch batch;
  const double update = bench::fastest(5, [&] {
    batch = lay_out(sentences, sampler.kept(), random);
    const ContextCandidates<float> candidates = sampler.draw(random);
    const UnitDropout dropout{0.2, 1, static_cast<std::uint64_t>(optimiser.steps)};
    optimiser.catch_up(weights, batch.distinct, candidates.words, run);
    nets.forward(weights, batch, dropout);
    output.run(weights, batch, nets, candidates, dropout, &gradient);
    nets.backward(weights, batch, gradient);
    optimiser.step(weights, gradient, 1e-3, 1, run);
  });

  const Index targets = std::ssize(batch.targets), distinct = std::ssize(batch.distinct);
  ThreeProducts input(distinct, dimension, 4 * units), hidden(targets, 2 * units, 2 * units),
      joined(targets, 2 * units, dimension), scores(targets, dimension, samples);
  const MatrixF before = MatrixF::Random(batch.states, units), recurrent = MatrixF::Random(units, 4 * units);
  MatrixF gates(batch.states, 4 * units), to_before(batch.states, units), to_recurrent(units, 4 * units);
  const double products = bench::fastest(5, [&] {
    for (int net = 0; net < 2; ++net) {
      input.run();
      for (const ContextBlock& block : batch.blocks)
        for (const Index rows : block.rows_at) {
          gemm(Transpose::no, Transpose::no, 1.0F, before.topRows(rows), recurrent, 0.0F, gates.topRows(rows));
          gemm(Transpose::no, Transpose::yes, 1.0F, gates.topRows(rows), recurrent, 0.0F, to_before.topRows(rows));
        }
      gemm(Transpose::yes, Transpose::no, 1.0F, before, gates, 0.0F, to_recurrent);
    }
    hidden.run();
    joined.run();
    scores.run();
  });
  const bench::Report report(json);
  report.add(
      {.name = "completion.speed.context-vs-gemm",
       .value = products / update,
       .bar = 0.6,
       .note = fmt::format("update {:.0f} ms, products {:.0f} ms, {} units; {} words, {} different, {} predicted",
                           1e3 * update, 1e3 * products, units, batch.states, distinct, targets)});
  report.add({.name = "completion.speed.context-words",
              .value = 2 * static_cast<double>(batch.states) / update / 1e3,
              .note = "thousands of words a second on two cores, training (twice one core's)"});
  return 0;
}
