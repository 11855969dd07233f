// Linear assignment where only some pairs may be chosen: sparse weights, no dense matrix.
#pragma once

#include "couplet/linalg/assignment.h"
#include "couplet/linalg/sparse.h"

namespace couplet {

/// The assignment with the largest total over the entries of `weights` (m x n); a row may stay alone, which adds
/// `alone` (so an entry below `alone` is never chosen, and a large negative number gives as many pairs as possible
/// first). Prices are as in Assignment with slack >= 0 over the entries, row_prices >= alone, and column_prices >= 0, 0
/// for columns that stay alone. total: of the entries chosen.
///
/// One shortest augmenting path a row (Dijkstra with a heap over reduced costs). O(m (e + n) log n) at worst, e
/// entries; near-linear when most rows get one of their best. Memory O(m + n + e). Ties go to the lower column; runs on
/// the calling thread; run.stop is asked once a path.
template <class T>
Assignment solve_sparse_assignment(const CsrMatrix<T>& weights, double alone, const Run& run);

}  // namespace couplet
