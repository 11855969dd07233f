// Dense assignment. With .npy files: seconds and total of each, so that a peer can solve the same matrices in the same
// run (tools/quality/matching.py: scipy). Without: against plain shortest augmenting paths from a cold start.
#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/npy.h"
#include "couplet/base/random.h"
#include "couplet/linalg/assignment.h"

using namespace couplet;

namespace {

/// The textbook algorithm (one Dijkstra a row, prices from zero), as a yardstick; returns the total.
double plain_total(const MatrixD& weights) {
  const auto n = static_cast<std::size_t>(weights.rows());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> u(n + 1, 0), v(n + 1, 0);
  std::vector<std::size_t> row(n + 1, 0), way(n + 1, 0);
  for (std::size_t i = 1; i <= n; ++i) {
    row[0] = i;
    std::size_t j0 = 0;
    std::vector<double> least(n + 1, infinity);
    std::vector<char> used(n + 1, 0);
    do {
      used[j0] = 1;
      double delta = infinity;
      std::size_t next = 0;
      for (std::size_t j = 1; j <= n; ++j) {
        if (used[j]) continue;
        const double reduced = -weights(static_cast<Index>(row[j0] - 1), static_cast<Index>(j - 1)) - u[row[j0]] - v[j];
        if (reduced < least[j]) {
          least[j] = reduced;
          way[j] = j0;
        }
        if (least[j] < delta) {
          delta = least[j];
          next = j;
        }
      }
      for (std::size_t j = 0; j <= n; ++j) {
        if (used[j]) {
          u[row[j]] += delta;
          v[j] -= delta;
        } else {
          least[j] -= delta;
        }
      }
      j0 = next;
    } while (row[j0] != 0);
    for (; j0 != 0; j0 = way[j0]) row[j0] = row[way[j0]];
  }
  double total = 0;
  for (std::size_t j = 1; j <= n; ++j) total += weights(static_cast<Index>(row[j] - 1), static_cast<Index>(j - 1));
  return total;
}

}  // namespace

int bench::run_assignment(int argc, char** argv) {
  bool json = false;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--json")
      json = true;
    else
      files.emplace_back(argv[i]);
  const bench::Report report(json);
  const Run run;
  for (std::size_t k = 0; k < files.size(); ++k) {
    const NpyReader reader(files[k]);
    MatrixD weights(reader.rows(), reader.cols());
    reader.read(0, reader.rows(), std::span(weights.data(), static_cast<std::size_t>(weights.size())));
    Assignment found;
    double best = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < 3; ++repeat)
      best = std::min(best, bench::seconds([&] { found = solve_assignment<double>(weights, run); }));
    report.add({.name = fmt::format("assignment.{}.seconds", k), .value = best, .better = bench::Better::lower});
    report.add({.name = fmt::format("assignment.{}.total", k), .value = found.total});
  }
  if (!files.empty()) return 0;
  Random random(1);
  MatrixD weights(1000, 1000);
  for (Index i = 0; i < weights.size(); ++i) weights.data()[i] = random.uniform();
  double ours = std::numeric_limits<double>::infinity(), plain = ours;
  for (int repeat = 0; repeat < 3; ++repeat) {
    ours = std::min(ours, bench::seconds([&] { solve_assignment<double>(weights, run); }));
    plain = std::min(plain, bench::seconds([&] { plain_total(weights); }));
  }
  report.add({.name = "linalg.speed.assignment-vs-plain",
              .value = plain / ours,
              .bar = 2,
              .note = fmt::format("1000 x 1000: {:.1f} ms, plain {:.1f} ms", 1e3 * ours, 1e3 * plain)});
  return 0;
}
