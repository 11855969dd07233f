// Sparse matrices whose rows the processes of a team own between them.
#pragma once

#include <vector>

#include "couplet/linalg/operator.h"
#include "couplet/linalg/sparse.h"

namespace couplet {

/// A matrix of which process r of a team has the rows from begins[r] up to begins[r + 1]; the others are empty here, so
/// that a row has its number everywhere.
template <class T>
struct OwnedRows {
  CsrMatrix<T> matrix;
  std::vector<Index> begins;
};

/// The same matrix, about as many cells of it for each process, who had more before gives some away. Call these in all
/// processes.
template <class T>
OwnedRows<T> evened(OwnedRows<T> shared, Team& team);

/// Its transpose, about as many cells of it for each process. own: this process's rows.
OwnedRows<double> transposed_in_team(const CsrMatrix<double>& own, Team& team);

/// All rows, at the first process (the others have no cells) or at every process.
CsrMatrix<double> whole_at_first(const CsrMatrix<double>& own, Team& team);
CsrMatrix<double> whole_everywhere(const CsrMatrix<double>& own, Team& team);

/// Where the rows of the whole begin: rows() + 1 numbers, at every process.
std::vector<std::int64_t> whole_offsets(const CsrMatrix<double>& own, Team& team);

/// The sums of all rows, at every process.
VectorD row_sums_in_team(const CsrMatrix<double>& own, const std::vector<Index>& begins, Team& team);

/// A matrix and its transpose, both shared. A product's row is summed by its owner, so no number of processes changes a
/// bit of it.
template <class T>
class SharedCsrOperator final : public LinearOperator<T> {
 public:
  SharedCsrOperator(OwnedRows<T> matrix, OwnedRows<T> transposed)
      : matrix_(std::move(matrix)), transposed_(std::move(transposed)) {}
  Index rows() const override { return matrix_.matrix.rows(); }
  Index cols() const override { return matrix_.matrix.cols(); }
  void apply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override { multiply(matrix_, x, out, run); }
  void apply_transposed(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override {
    multiply(transposed_, x, out, run);
  }

 private:
  static void multiply(const OwnedRows<T>& shared, const ConstRef<T>& x, MutableRef<T> out, const Run& run);
  OwnedRows<T> matrix_, transposed_;
};

}  // namespace couplet
