#include "couplet/methods/matching/seeded_assignment.h"

#include <algorithm>
#include <limits>

namespace couplet {

SeededAssignment::SeededAssignment(Index left, Index right, const ObjectPairs& seeds, const Run& run)
    : seeds_(seeds), run_(run), seed_of_(static_cast<std::size_t>(left), -1) {
  std::vector<char> taken(right, 0);
  for (const auto& [a, b] : seeds) {
    seed_of_[a] = b;
    taken[b] = 1;
  }
  for (Index i = 0; i < left; ++i)
    if (seed_of_[i] < 0) free_left_.push_back(i);
  for (Index j = 0; j < right; ++j)
    if (!taken[j]) free_right_.push_back(j);
}

std::vector<Index> SeededAssignment::solve(const MatrixF& weights) {
  const auto rows = static_cast<Index>(free_left_.size()), cols = static_cast<Index>(free_right_.size());
  free_weights_.resize(rows, cols);
  for (Index i = 0; i < rows; ++i) {
    const float* const from = weights.data() + free_left_[i] * weights.cols();
    for (Index j = 0; j < cols; ++j) free_weights_(i, j) = from[free_right_[j]];
  }
  const Assignment found = solve_assignment<float>(free_weights_, run_, prices_.size() ? &prices_ : nullptr);
  prices_ = found.column_prices;
  std::vector<Index> right_of_left = seed_of_;
  for (Index i = 0; i < rows; ++i) {
    const Index j = found.column_of_row[i];
    right_of_left[free_left_[i]] = j < 0 ? -1 : free_right_[j];
  }
  return right_of_left;
}

std::vector<double> margins(const MatrixF& weights, const std::vector<Index>& right_of_left) {
  constexpr float lowest = -std::numeric_limits<float>::infinity();
  const Index n = weights.rows(), m = weights.cols();
  std::vector<float> best_row(n, lowest), best_col(static_cast<std::size_t>(m), lowest);
  for (Index i = 0; i < n; ++i) {
    const float* const row = weights.data() + i * m;
    const Index own = right_of_left[i];
    float best = lowest;
    for (Index j = 0; j < m; ++j) {
      if (j == own) continue;
      best = std::max(best, row[j]);
      best_col[j] = std::max(best_col[j], row[j]);
    }
    best_row[i] = best;
  }
  std::vector<double> result(n, -std::numeric_limits<double>::infinity());
  for (Index i = 0; i < n; ++i) {
    const Index j = right_of_left[i];
    if (j < 0) continue;
    const float other = std::max(best_row[i], best_col[j]);
    result[i] = static_cast<double>(weights(i, j)) - static_cast<double>(other);
  }
  return result;
}

ObjectPairs surest_pairs(const SeededAssignment& assignment, const MatrixF& weights,
                         const std::vector<Index>& right_of_left, Sureness sureness, Index count) {
  std::vector<double> sure = margins(weights, right_of_left);
  std::vector<Index> order;
  for (Index i = 0; i < weights.rows(); ++i) {
    const Index j = right_of_left[i];
    if (j < 0) continue;
    order.push_back(i);
    double& own = sure[i];
    if (sureness == Sureness::weight) own = static_cast<double>(weights(i, j));
    if (assignment.is_seed(i)) own = std::numeric_limits<double>::infinity();
  }
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return sure[a] > sure[b]; });
  order.resize(std::min(order.size(), static_cast<std::size_t>(count)));
  ObjectPairs pairs;
  for (const Index i : order) pairs.emplace_back(i, right_of_left[i]);
  return pairs;
}

}  // namespace couplet
