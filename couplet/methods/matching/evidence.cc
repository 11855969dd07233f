#include "couplet/methods/matching/evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/linalg/assignment.h"

namespace couplet {
namespace {

/// The smallest slacks of a row or column: of the match itself, and of another.
struct Slacks {
  double other = std::numeric_limits<double>::infinity();
  Index at = -1;
};

Index match_of(const std::vector<Index>& right_of_left, Index left) { return right_of_left[left]; }

}  // namespace

void standardise(MatrixF& weights) {
  const Index n = weights.rows(), m = weights.cols();
  if (n == 0 || m == 0) return;
  VectorD rows(n), cols = VectorD::Zero(m);
  for (Index i = 0; i < n; ++i) {
    rows[i] = weights.row(i).cast<double>().mean();
    cols += weights.row(i).cast<double>().transpose();
  }
  cols /= static_cast<double>(n);
  const double grand = rows.mean();
  double squares = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) {
      const double value = static_cast<double>(weights(i, j)) - rows[i] - cols[j] + grand;
      weights(i, j) = static_cast<float>(value);
      squares += value * value;
    }
  const double deviation = std::sqrt(squares / static_cast<double>(n * m));
  // Rounding alone would be blown up to evidence.
  if (deviation > 1e-7 * (1 + std::abs(grand)))
    weights *= static_cast<float>(1 / deviation);
  else
    weights.setZero();
}

std::vector<Match> judge_matches(const MatrixF& weights, const std::vector<Index>& right_of_left,
                                 const std::vector<char>& is_seed, const Run& run) {
  const Index n = weights.rows(), m = weights.cols();
  std::vector<Match> matches;
  double mean = 0;
  for (Index i = 0; i < n; ++i)
    if (const Index j = match_of(right_of_left, i); j >= 0) {
      matches.push_back({.left = i, .right = j, .seed = is_seed[i] != 0});
      mean += static_cast<double>(weights(i, j));
    }
  if (matches.empty()) return matches;
  const double b = std::clamp(mean / static_cast<double>(matches.size()), 0.5, 4.0);

  const Assignment prices = solve_assignment<float>(weights, run);
  const auto slack = [&](Index i, Index j) {
    return prices.row_prices[i] + prices.column_prices[j] - static_cast<double>(weights(i, j));
  };
  VectorD column_shares = VectorD::Zero(m), row_shares = VectorD::Zero(n);
  std::vector<Slacks> rows(n), cols(static_cast<std::size_t>(m));
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) {
      const double share = std::exp(b * static_cast<double>(weights(i, j)));
      row_shares[i] += share;
      column_shares[j] += share;
      if (match_of(right_of_left, i) == j) continue;
      const double own = slack(i, j);
      if (Slacks& row = rows[i]; own < row.other) row = {own, j};
      if (Slacks& col = cols[j]; own < col.other) col = {own, i};
    }
  for (Match& match : matches) {
    const double share = std::exp(b * static_cast<double>(weights(match.left, match.right)));
    match.confidence = match.seed ? 1 : share / std::sqrt(row_shares[match.left] * column_shares[match.right]);
    const Slacks &row = rows[match.left], &col = cols[match.right];
    const double without = (row.at < 0 ? 0 : row.other) + (col.at < 0 ? 0 : col.other);
    match.margin = without - slack(match.left, match.right);
    match.runner_up = row.at;
  }
  return matches;
}

}  // namespace couplet
