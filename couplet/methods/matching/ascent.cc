// Ascent by iterated assignment, with exact line search.
#include <algorithm>
#include <numeric>

#include "couplet/linalg/operators.h"
#include "couplet/linalg/truncated_svd.h"
#include "couplet/methods/matching/kernelized_sorting.h"
#include "couplet/methods/matching/pair_weights.h"
#include "couplet/methods/matching/seeded_assignment.h"

namespace couplet {
namespace {

double chosen_sum(const MatrixF& weights, const MatchedRows& right_of_left) {
  double sum = 0;
  for (std::size_t i = 0; i < right_of_left.size(); ++i)
    if (right_of_left[i] >= 0) sum += static_cast<double>(weights(static_cast<Index>(i), right_of_left[i]));
  return sum;
}

/// Objects in the order of their coordinate on the first principal component; equal ones by number.
std::vector<Index> sorted_by_component(const MatrixF& kernel, const Run& run) {
  const DenseOperator<float> operation(kernel);
  const TruncatedSvd<float> svd = truncated_svd<float>(operation, 1, {}, run);
  std::vector<Index> order(kernel.rows());
  std::iota(order.begin(), order.end(), 0);
  if (svd.u.cols() > 0)
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return svd.u(a, 0) < svd.u(b, 0); });
  return order;
}

double scale_of(const KernelPair& kernels) {
  const double norms = frobenius_norm(kernels.left) * frobenius_norm(kernels.right);
  return norms > 0 ? 1 / norms : 0;
}

}  // namespace

double normalised_objective(const KernelPair& kernels, const MatchedRows& right_of_left, const Run& run) {
  const ObjectPairs pairs = pairs_of(right_of_left);
  const auto count = static_cast<Index>(pairs.size());
  std::vector<double> sums(pairs.size(), 0);
  run.pool.for_blocks(count, 64, [&](Index begin, Index end) {
    for (Index a = begin; a < end; ++a) {
      const auto& [i, j] = pairs[a];
      double sum = 0;
      for (const auto& [other_i, other_j] : pairs)
        sum += static_cast<double>(kernels.left(i, other_i)) * static_cast<double>(kernels.right(j, other_j));
      sums[a] = sum;
    }
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0) * scale_of(kernels);
}

MatchedRows principal_order(const KernelPair& kernels, int sign, const Run& run) {
  const std::vector<Index> left = sorted_by_component(kernels.left, run);
  std::vector<Index> right = sorted_by_component(kernels.right, run);
  if (sign < 0) std::reverse(right.begin(), right.end());
  MatchedRows matched(left.size(), -1);
  const std::size_t n = left.size(), m = right.size();
  if (n <= m)
    for (std::size_t k = 0; k < n; ++k) matched[left[k]] = right[k * m / n];
  else
    for (std::size_t k = 0; k < m; ++k) matched[left[k * n / m]] = right[k];
  return matched;
}

Ascent ascend(const KernelPair& kernels, const MatchedRows& start, const ObjectPairs& seeds, const Run& run,
              int max_steps) {
  // Notation: P the mixture, G = K P L, f = <G, P>; Q the assignment, G_Q = K Q L. As K and L are symmetric, <G_Q, P> =
  // <G, Q>, so f((1 - t) P + t Q) = f + 2 t (<G, Q> - f) + t^2 (f - 2 <G, Q> + <G_Q, Q>) needs neither P nor its
  // gradient anew.
  constexpr double least_gain = 1e-7;  // of float weights: less is rounding
  const double scale = scale_of(kernels);
  SeededAssignment assignment(kernels.left.rows(), kernels.right.rows(), seeds, run);
  PairWeights of_matching(kernels, run);
  of_matching.set(pairs_of(start));
  MatrixF gradient = of_matching.weights();
  double f = chosen_sum(gradient, start), best = f;
  Ascent ascent{start, 0, {f * scale}};
  for (int step = 0; step < max_steps; ++step) {
    run.stop->check();
    const MatchedRows q = assignment.solve(gradient);
    const double along = chosen_sum(gradient, q);
    const double slope = 2 * (along - f);
    if (slope <= least_gain * std::max(std::abs(f), 1e-300)) break;
    of_matching.set(pairs_of(q));
    const double at_q = chosen_sum(of_matching.weights(), q);
    const double curvature = f - 2 * along + at_q;
    const double t = curvature >= 0 ? 1 : std::min(1.0, -slope / (2 * curvature));
    const double reached = f + slope * t + curvature * t * t;
    if (at_q > best) {
      best = at_q;
      ascent.right_of_left = q;
    }
    if (reached <= f) break;
    f = reached;
    ascent.objectives.push_back(f * scale);
    if (t == 1)
      gradient = of_matching.weights();
    else
      gradient += static_cast<float>(t) * (of_matching.weights() - gradient);
  }
  ascent.objective = normalised_objective(kernels, ascent.right_of_left, run);
  return ascent;
}

}  // namespace couplet
