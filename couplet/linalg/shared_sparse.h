// Sparse matrices whose rows the processes of a team own between them.
#pragma once

#include <vector>

#include "couplet/base/run.h"
#include "couplet/base/team.h"
#include "couplet/linalg/matrix.h"
#include "couplet/linalg/sparse.h"

namespace couplet {

/// A matrix of which process r of a team has the rows from begins[r] up to begins[r + 1]; the others are empty here, so
/// that a row has its number everywhere. A matrix may be several blocks of as many rows below each other (texts of
/// several languages): then these are the rows of each block. begins empty: every process has all rows.
template <class T>
struct OwnedRows {
  OwnedRows() = default;
  OwnedRows(CsrMatrix<T> own, std::vector<Index> row_begins = {})
      : matrix(std::move(own)), begins(std::move(row_begins)) {}
  bool shared() const { return !begins.empty(); }
  Index blocks() const { return shared() && begins.back() > 0 ? matrix.rows() / begins.back() : 1; }
  /// See CsrMatrix.
  template <class F>
  OwnedRows mapped(const F& f) && {
    return {std::move(matrix).mapped(f), std::move(begins)};
  }
  /// The same rows with other values.
  OwnedRows with_values(std::vector<T> values) const { return {matrix.with_values(std::move(values)), begins}; }

  CsrMatrix<T> matrix;
  std::vector<Index> begins;
};

/// The same matrix, about as many cells of it for each process, who had more before gives some away. Call these in all
/// processes.
template <class T>
OwnedRows<T> evened(OwnedRows<T> shared, Team& team);

/// The same in single precision.
OwnedRows<float> in_float(const OwnedRows<double>& matrix);

/// Its transpose, about as many cells of it for each process. own: this process's rows, of each of so many blocks. Call
/// these in all processes.
template <class T>
OwnedRows<T> transposed_in_team(const CsrMatrix<T>& own, Team& team, Index blocks = 1);
/// The transpose of what may be shared, shared likewise.
template <class T>
OwnedRows<T> transposed_in_team(const OwnedRows<T>& rows, Team& team);

/// out = A x, at every process. A row is summed by its owner, so no number of processes changes a bit of it.
template <class T>
void multiply_in_team(const OwnedRows<T>& a, const ConstRef<T>& x, MutableRef<T> out, const Run& run);
/// The same of a panel in single precision.
void multiply_single_in_team(const OwnedRows<double>& a, const ConstRef<float>& x, MutableRef<double> out,
                             const Run& run);
/// The same as the first, of its own rows at each.
template <class T>
void multiply_own(const OwnedRows<T>& a, const ConstRef<T>& x, MutableRef<T> out, const Run& run);

/// All rows, at the first process (the others have no cells) or at every process.
CsrMatrix<double> whole_at_first(const CsrMatrix<double>& own, Team& team);
CsrMatrix<double> whole_everywhere(const CsrMatrix<double>& own, Team& team);
/// The same of what may be shared.
CsrMatrix<double> whole_everywhere(OwnedRows<double> rows, Team& team);

/// Where the rows of the whole begin: rows() + 1 numbers, at every process.
std::vector<std::int64_t> whole_offsets(const CsrMatrix<double>& own, Team& team);

/// The sums of all rows, at every process.
VectorD row_sums_in_team(const CsrMatrix<double>& own, const std::vector<Index>& begins, Team& team);

/// out = A^T x, at every process: each has some rows of A, and the same rows of x, one after the other and no others.
/// The sums travel (add_in_turn): bits are those of one process.
void multiply_transposed_in_turn(const CsrMatrix<double>& own, const ConstRef<double>& x, MutableRef<double> out,
                                 Team& team, const Run& run);

}  // namespace couplet
