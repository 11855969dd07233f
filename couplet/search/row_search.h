// The best rows for each query by any comparison, every row being looked at.
#pragma once

#include <vector>

#include "couplet/search/margin.h"
#include "couplet/search/nearest_neighbours.h"

namespace couplet {

/// min(k, rows) neighbours for each query, by falling score, equal scores by rising row. queries: q x d, rows: n x d,
/// in double; a margin: see search_divisors. For inner products of very many rows an index (nearest_neighbours.h) is
/// faster. Same result at any thread count. k >= 1, else Error(usage).
Neighbours search_rows(const MatrixD& queries, const MatrixD& rows, const PairScoring& scoring, Index k,
                       const Run& run);

/// The same where only some queries are known: the others have no neighbours, and a margin is not measured with them.
Neighbours search_known_rows(const MatrixD& queries, const std::vector<bool>& known, const MatrixD& rows,
                             const PairScoring& scoring, Index k, const Run& run);

}  // namespace couplet
