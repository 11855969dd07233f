#include "couplet/search/row_search.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/search/exact_scan.h"

namespace couplet {

namespace {

/// Scores over the mean of both rows' divisors, or over the query's alone.
struct DividedRows : ComparedRows {
  const Divisors& by;

  void take(const Tile& tile, Index q, Index question, Index row, BestOf& best) const {
    const double own = by.left[question];
    for (Index i = 0; i < tile.cols(); ++i)
      best.offer({row + i, 2 * tile(q, i) / (own + (by.right.size() > 0 ? by.right[row + i] : own))});
  }
};

}  // namespace

Neighbours search_rows(const MatrixD& queries, const MatrixD& rows, const PairScoring& scoring, Index k,
                       const Run& run) {
  if (k < 1) throw Error(ErrorCode::usage, "neighbours", "at least 1 must be asked for");
  Neighbours found(queries.rows(), std::min(k, rows.rows()));
  const ScanShape shape{.questions = 64, .chunk = rows.rows(), .rows = rows.rows()};
  const ComparedRows compared{queries, rows, scoring.comparison};
  const auto search = [&](const auto& rule) {
    return best_rows(rule, queries.rows(), rows.rows(), found.per_query(), shape, run);
  };
  std::vector<std::vector<Neighbour>> best;
  if (scoring.margin == 0) {
    best = search(compared);
  } else {
    const Divisors by = search_divisors(queries, rows, scoring, run);
    best = search(DividedRows{compared, by});
  }
  for (Index q = 0; q < queries.rows(); ++q) std::copy(best[q].begin(), best[q].end(), found[q].begin());
  return found;
}

Neighbours search_known_rows(const MatrixD& queries, const std::vector<bool>& known, const MatrixD& rows,
                             const PairScoring& scoring, Index k, const Run& run) {
  std::vector<Index> questions;
  for (Index q = 0; q < queries.rows(); ++q)
    if (known[q]) questions.push_back(q);
  const Neighbours best = search_rows(queries(questions, Eigen::all), rows, scoring, k, run);
  Neighbours found(queries.rows(), best.per_query());
  for (Index q = 0, i = 0; q < queries.rows(); ++q)
    if (known[q]) {
      std::copy(best[i].begin(), best[i].end(), found[q].begin());
      ++i;
    } else {
      found.keep(q, 0);
    }
  return found;
}

}  // namespace couplet
