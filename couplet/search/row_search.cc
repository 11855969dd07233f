#include "couplet/search/row_search.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/search/best_of.h"

namespace couplet {

Neighbours search_rows(const MatrixD& queries, const MatrixD& rows, Comparison comparison, Index k, const Run& run) {
  constexpr Index query_block = 64;
  if (k < 1) throw Error(ErrorCode::usage, "neighbours", "at least 1 must be asked for");
  Neighbours found(queries.rows(), std::min(k, rows.rows()));
  if (found.per_query() == 0) return found;
  run.pool.for_blocks(queries.rows(), query_block, [&](Index begin, Index end) {
    run.stop->check();
    MatrixD scores(end - begin, rows.rows());
    compare_rows(queries.middleRows(begin, end - begin), rows, comparison, scores);
    for (Index q = begin; q < end; ++q) {
      BestOf best(found.per_query());
      for (Index row = 0; row < rows.rows(); ++row) best.offer({row, scores(q - begin, row)});
      const auto ordered = std::move(best).sorted();
      std::copy(ordered.begin(), ordered.end(), found[q].begin());
    }
  });
  return found;
}

}  // namespace couplet
