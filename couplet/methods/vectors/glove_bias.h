// GloVe's biases: the row and column terms that its weighted least squares takes out of log counts.
#pragma once

#include "couplet/base/run.h"
#include "couplet/linalg/sparse.h"

namespace couplet {

struct GloveBias {
  VectorD row, col;
};

/// Minimises sum f(N_ij) (t_ij + row_i + col_j)^2 over the stored cells, f(x) = min(1, (x / 100)^0.75), by turns over
/// rows and columns until a round changes the biases by less than 1e-8 of their size (1000 rounds at most). counts and
/// targets have the same positions. The columns' mean is moved into the rows, so that the split is unique.
GloveBias fit_glove_bias(const CsrMatrix<double>& counts, const CsrMatrix<double>& targets, const Run& run);

/// What a process of a team has of a table and of its transpose: see OwnedRows.
struct SharedBegins {
  const std::vector<Index>&rows, &cols;
};
/// The same in a team whose processes have the cells of some rows, and of some columns (transposed) each.
GloveBias fit_glove_bias(const CsrMatrix<double>& counts, const CsrMatrix<double>& targets,
                         const CsrMatrix<double>& counts_by_columns, const CsrMatrix<double>& targets_by_columns,
                         const SharedBegins& begins, const Run& run);

}  // namespace couplet
