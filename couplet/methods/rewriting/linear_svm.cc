#include "couplet/methods/rewriting/linear_svm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "couplet/base/random.h"

namespace couplet {
namespace {

constexpr int most_rounds = 60;
constexpr double settled = 0.05;  // largest violation of the conditions of the optimum

}  // namespace

double linear_decision(const SparseItems& rows, std::int64_t item, const LinearSolution& solution) {
  double sum = solution.bias;
  for (std::int64_t e = rows.offsets[item]; e < rows.offsets[item + 1]; ++e)
    sum += static_cast<double>(rows.values[e]) * static_cast<double>(solution.weights[rows.columns[e]]);
  return sum;
}

LinearSolution train_linear(const SparseItems& rows, std::span<const int> labels, std::span<const std::int64_t> items,
                            const SvmOptions& options, std::uint64_t seed, const Run& run) {
  LinearSolution solution{std::vector<float>(static_cast<std::size_t>(rows.features), 0.0F), 0};
  std::vector<double> alpha(items.size(), 0), square(items.size(), 1);  // the bias is a feature of 1
  for (std::size_t i = 0; i < items.size(); ++i) {
    square[i] += static_cast<double>(rows.own[items[i]]);
    for (std::int64_t e = rows.offsets[items[i]]; e < rows.offsets[items[i] + 1]; ++e)
      square[i] += static_cast<double>(rows.values[e]) * static_cast<double>(rows.values[e]);
  }
  std::vector<std::size_t> active(items.size());
  std::iota(active.begin(), active.end(), std::size_t{0});
  double before = std::numeric_limits<double>::infinity();  // the largest violation of the round before
  for (int round = 0; round < most_rounds; ++round) {
    run.stop->check();
    double largest = 0;
    std::vector<std::size_t> still;
    for (const std::int64_t place : Random(seed, round).permutation(std::ssize(active))) {
      const std::size_t at = active[place];
      const std::int64_t item = items[at];
      const double y = labels[item] == 1 ? 1 : -1;
      const double most = options.c * (labels[item] == 1 ? options.positive_weight : 1);
      const double slope =
          y * linear_decision(rows, item, solution) - 1 + static_cast<double>(rows.own[item]) * alpha[at];
      // At a bound, and well on the right side of it: not looked at again until the others have settled.
      if ((alpha[at] == 0 && slope > before) || (alpha[at] == most && slope < -before)) continue;
      still.push_back(at);
      const double violation = alpha[at] == 0 ? std::min(slope, 0.0) : alpha[at] == most ? std::max(slope, 0.0) : slope;
      largest = std::max(largest, std::abs(violation));
      if (std::abs(violation) < 1e-12) continue;
      const double next = std::clamp(alpha[at] - slope / square[at], 0.0, most);
      const double step = (next - alpha[at]) * y;
      alpha[at] = next;
      solution.bias += step;
      for (std::int64_t e = rows.offsets[item]; e < rows.offsets[item + 1]; ++e)
        solution.weights[rows.columns[e]] += static_cast<float>(step * static_cast<double>(rows.values[e]));
    }
    before = std::max(largest, settled);
    active = std::move(still);
    if (largest >= settled) continue;
    if (active.size() == items.size()) break;
    active.resize(items.size());
    std::iota(active.begin(), active.end(), std::size_t{0});
    before = std::numeric_limits<double>::infinity();
  }
  return solution;
}

}  // namespace couplet
