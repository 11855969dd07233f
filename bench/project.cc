// Words a second that one core projects into 2000 dimensions: the weighted words of a text become its vector (paper of
// OPCA: 41,000).
// Usage: couplet_bench project [--json]. One row: bridge.speed.project-words (bar: at least 1,000,000).
#include <cmath>
#include <string_view>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/random.h"
#include "couplet/methods/bridge/term_projection.h"

using namespace couplet;

int bench::run_project(int argc, char** argv) {
  constexpr Index terms = 20000, dimension = 2000, texts = 2000, words = 200;
  Random random(1);
  MatrixF matrix(terms, dimension);
  for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = static_cast<float>(random.uniform() - 0.5);
  const TermProjection projection(matrix);
  // Words by Zipf's law: the logarithm of the rank is even.
  std::vector<std::vector<WeightedTerm>> weighted(texts);
  for (auto& text : weighted)
    for (Index i = 0; i < words; ++i)
      text.push_back(
          {static_cast<Index>(std::exp(random.uniform() * std::log(terms))) % terms, random.uniform() + 0.5});
  double checksum = 0;
  const double time = bench::processor_seconds([&] {
    for (const auto& text : weighted) {
      VectorD sum = VectorD::Zero(dimension);
      projection.add(text, sum);
      checksum += sum[0] / sum.norm();
    }
  });
  bench::Report(argc > 1 && std::string_view(argv[1]) == "--json")
      .add({.name = "bridge.speed.project-words",
            .value = static_cast<double>(texts * words) / time,
            .bar = 1e6,
            .note = fmt::format("{} texts of {} words, {} dimensions, one core: {:.2f} s (checksum {:.3f})", texts,
                                words, dimension, time, checksum)});
  return 0;
}
