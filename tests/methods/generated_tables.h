// Tables for the tests of correspondence analysis.
#pragma once

#include <string>
#include <vector>

#include "couplet/linalg/svd_dense.h"
#include "couplet/methods/vectors/analysis.h"
#include "couplet/methods/vectors/count_table.h"

namespace couplet {

/// A table with these labels and counts.
CountTable make_table(const std::vector<std::string>& rows, const std::vector<std::string>& cols,
                      const MatrixD& counts);
/// Labels r0, r1, ... and c0, c1, ...
CountTable make_table(const MatrixD& counts);

/// Eye colour against hair colour of 5387 children in Caithness (Fisher 1940).
CountTable fisher_table();

/// 12 x 9 counts, 30 of them zero, by a formula that is easily repeated elsewhere.
CountTable formula_table();

/// rows x cols, about a share `filled` of the cells with a count of 1 to 20; no row or column is empty.
CountTable random_table(Index rows, Index cols, double filled, std::uint64_t seed);

/// Some rows of a table, with all columns; some columns, with all rows.
CountTable rows_of(const CountTable& table, const std::vector<Index>& rows);
CountTable cols_of(const CountTable& table, const std::vector<Index>& cols);

/// D(r)^-1/2 (P - r c^T) D(c)^-1/2 written out, and its singular values and vectors.
MatrixD textbook_matrix(const CountTable& table);
DenseSvd<double> textbook_svd(const CountTable& table);
/// Its report on the first axes.
TableAnalysis analysed(const CountTable& table, Index axes = 1000);

std::vector<std::string> labels_of(const Vocabulary& labels);

}  // namespace couplet
