// Are the two variables of a table independent, and which cells say no?
#pragma once

#include <cstdint>
#include <vector>

#include "couplet/methods/vectors/count_table.h"

namespace couplet {

/// Tests of independence. The p-values come from the chi-squared distribution, which needs whole counts of independent
/// observations and expected counts that are not too small: whole_counts and below_five let the caller say so.
struct ContingencyTests {
  double total = 0;    // n
  double degrees = 0;  // (rows - 1)(columns - 1)
  double chi2 = 0, chi2_p = 1;
  double g = 0, g_p = 1;  // likelihood ratio, 2 sum N log(N / E)
  double cramers_v = 0;   // sqrt(chi2 / (n (min(rows, columns) - 1))): 0 independent, 1 one determines the other
  double smallest_expected = 0;
  double below_five = 0;     // share of cells whose expected count is below 5
  bool whole_counts = true;  // every count is a whole number
};

/// table without empty rows or columns (drop_empty), else Error(data). One row or column: no degrees of freedom, p = 1.
/// O(nonzeros + m log m + n log n); no cell without a count is visited.
ContingencyTests test_independence(const CountTable& table);

/// How far a cell is from independence, in standard deviations.
struct CellResidual {
  Index row, col;
  double count, expected;
  double residual;    // adjusted Pearson: (N - E) / sqrt(E (1 - r/n) (1 - c/n)), about standard normal when independent
  double p;           // two-sided
  double adjusted_p;  // Benjamini-Hochberg over all cells of the table
};

struct CellResiduals {
  std::vector<CellResidual> cells;  // largest |residual| first, then by row and column
  bool every_cell = true;           // false: a big table, see cell_residuals
};

/// The `most` cells with the largest |residual|. Up to a million cells all are looked at. In bigger tables only those
/// with a count are, and adjusted_p is an upper bound (exact unless cells left out rank before the last one given).
/// Throws as test_independence. O(cells log cells), for big tables O(nonzeros) and memory for 2 x most cells.
CellResiduals cell_residuals(const CountTable& table, std::int64_t most);

}  // namespace couplet
