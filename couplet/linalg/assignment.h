// Linear assignment: one column for each row so that the weights chosen add up to the most. Dense matrices.
#pragma once

#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// An optimal assignment with its dual prices.
///
/// For all i, j: row_prices[i] + column_prices[j] >= weight(i, j), with equality for the pairs chosen; prices of
/// columns (rows, when there are more rows) that stay alone are 0 and the smallest of their kind. So prices add up to
/// the total: the proof that no assignment is better. slack(i, j) = row_prices[i] + column_prices[j] - weight(i, j) is
/// what the total loses at least when i has to take j.
struct Assignment {
  std::vector<Index> column_of_row;  // m entries; -1: the row stays alone
  std::vector<Index> row_of_column;  // n entries; -1: the column stays alone
  VectorD row_prices, column_prices;
  double total = 0;  // sum of the weights chosen
};

/// Solves weights (m x n) for the largest total; min(m, n) pairs. Shortest augmenting paths after Jonker and
/// Volgenant's row reduction; O(min^2 max) at worst, near O(m n) when few paths are needed. Ties go to the lower index,
/// so equal input gives equal output; runs on the calling thread. Costs are read as T and added in double.
///
/// start: column prices to begin from (those of a similar matrix make it faster, any are right); used for square
/// matrices only, may be null. Throws Error(data) when a weight is not finite. run.stop is asked once a path.
template <class T>
Assignment solve_assignment(const ConstRef<T>& weights, const Run& run, const VectorD* start = nullptr);

}  // namespace couplet
