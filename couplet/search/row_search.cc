#include "couplet/search/row_search.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/search/exact_scan.h"

namespace couplet {

namespace {

/// Scores over the mean of both rows' divisors.
struct DividedRows : ComparedRows {
  const Divisors& by;

  void take(const Tile& tile, Index q, Index question, Index row, BestOf& best) const {
    for (Index i = 0; i < tile.cols(); ++i)
      best.offer({row + i, 2 * tile(q, i) / (by.left[question] + by.right[row + i])});
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
    const std::vector<bool> all_queries(queries.rows(), true), all_rows(rows.rows(), true);
    const Divisors by = margin_divisors(queries, rows, all_queries, all_rows, scoring, run);
    best = search(DividedRows{compared, by});
  }
  for (Index q = 0; q < queries.rows(); ++q) std::copy(best[q].begin(), best[q].end(), found[q].begin());
  return found;
}

}  // namespace couplet
