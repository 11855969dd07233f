#include "couplet/search/row_search.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/search/exact_scan.h"

namespace couplet {

Neighbours search_rows(const MatrixD& queries, const MatrixD& rows, Comparison comparison, Index k, const Run& run) {
  if (k < 1) throw Error(ErrorCode::usage, "neighbours", "at least 1 must be asked for");
  Neighbours found(queries.rows(), std::min(k, rows.rows()));
  const ScanShape shape{.questions = 64, .chunk = rows.rows(), .rows = rows.rows()};
  const auto best =
      best_rows(ComparedRows{queries, rows, comparison}, queries.rows(), rows.rows(), found.per_query(), shape, run);
  for (Index q = 0; q < queries.rows(); ++q) std::copy(best[q].begin(), best[q].end(), found[q].begin());
  return found;
}

}  // namespace couplet
