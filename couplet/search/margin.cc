#include "couplet/search/margin.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/search/exact_scan.h"

namespace couplet {
namespace {

constexpr double smallest_nearness = 1e-3;

/// Mean score of each row of a with its nearest known rows of b; at least a little above 0, to divide by.
VectorD nearness(const MatrixD& a, const MatrixD& b, const std::vector<bool>& known, const PairScoring& scoring,
                 const Run& run) {
  const ScanShape shape{.questions = 256, .chunk = b.rows(), .rows = b.rows()};
  const auto nearest =
      best_rows(ComparedRows{a, b, scoring.comparison, &known}, a.rows(), b.rows(), scoring.margin, shape, run);
  VectorD means(a.rows());
  for (Index i = 0; i < a.rows(); ++i) {
    double sum = 0;
    for (const Neighbour& neighbour : nearest[i]) sum += neighbour.score;
    const double count = std::max(1.0, static_cast<double>(nearest[i].size()));
    means[i] = std::max(smallest_nearness, sum / count);
  }
  return means;
}

}  // namespace

Divisors margin_divisors(const MatrixD& left, const MatrixD& right, const std::vector<bool>& left_known,
                         const std::vector<bool>& right_known, const PairScoring& scoring, const Run& run) {
  if (scoring.margin < 0) throw Error(ErrorCode::usage, "--margin", "must not be negative");
  if (scoring.margin == 0) return {VectorD::Ones(left.rows()), VectorD::Ones(right.rows())};
  return {nearness(left, right, right_known, scoring, run), nearness(right, left, left_known, scoring, run)};
}

Divisors search_divisors(const MatrixD& queries, const MatrixD& rows, const PairScoring& scoring, const Run& run) {
  if (scoring.margin < 1) throw Error(ErrorCode::usage, "--margin", "must be at least 1");
  const std::vector<bool> all_queries(queries.rows(), true), all_rows(rows.rows(), true);
  PairScoring capped = scoring;
  capped.margin = std::clamp<Index>(rows.rows() / 4, 1, scoring.margin);
  Divisors divisors{nearness(queries, rows, all_rows, capped, run), {}};
  if (queries.rows() / 4 >= scoring.margin) divisors.right = nearness(rows, queries, all_queries, scoring, run);
  return divisors;
}

}  // namespace couplet
