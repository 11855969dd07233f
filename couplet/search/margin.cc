#include "couplet/search/margin.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr Index block = 256;
constexpr double smallest_nearness = 1e-3;

/// Mean score of each row of a with its nearest known rows of b; at least a little above 0, to divide by.
VectorD nearness(const MatrixD& a, const MatrixD& b, const std::vector<bool>& known, const PairScoring& scoring,
                 const Run& run) {
  VectorD means(a.rows());
  run.pool.for_blocks(a.rows(), block, [&](Index begin, Index end) {
    run.stop->check();
    MatrixD scores(end - begin, b.rows());
    compare_rows(a.middleRows(begin, end - begin), b, scoring.comparison, scores);
    std::vector<double> row;
    for (Index i = begin; i < end; ++i) {
      row.clear();
      for (Index j = 0; j < b.rows(); ++j)
        if (known[j]) row.push_back(scores(i - begin, j));
      const auto kept = row.begin() + std::min<Index>(scoring.margin, std::ssize(row));
      std::partial_sort(row.begin(), kept, row.end(), std::greater<>());
      const double sum = std::accumulate(row.begin(), kept, 0.0);
      means[i] = std::max(smallest_nearness, kept == row.begin() ? 0 : sum / static_cast<double>(kept - row.begin()));
    }
  });
  return means;
}

}  // namespace

Divisors margin_divisors(const MatrixD& left, const MatrixD& right, const std::vector<bool>& left_known,
                         const std::vector<bool>& right_known, const PairScoring& scoring, const Run& run) {
  if (scoring.margin < 0) throw Error(ErrorCode::usage, "--margin", "must not be negative");
  if (scoring.margin == 0) return {VectorD::Ones(left.rows()), VectorD::Ones(right.rows())};
  return {nearness(left, right, right_known, scoring, run), nearness(right, left, left_known, scoring, run)};
}

}  // namespace couplet
