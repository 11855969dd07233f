// Sparse matrices in compressed rows, and their products with blocks of dense columns.
#pragma once

#include <cstdint>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// One entry of a sparse matrix given as a list.
template <class T>
struct Triplet {
  Index row;
  Index col;
  T value;
};

/// An immutable m x n matrix in compressed rows: 12 bytes (float: 8) an entry. Columns ascend within a row, none twice.
template <class T>
class CsrMatrix {
 public:
  /// The empty 0 x 0 matrix.
  CsrMatrix() : offsets_{0} {}

  /// Takes arrays: offsets (m + 1, from 0, never falling), columns and values (offsets[m] each; columns ascending
  /// within a row, in [0, n)). Throws Error(data) naming the first fault, also for a value that is not finite. n <
  /// 2^31.
  CsrMatrix(Index rows, Index cols, std::vector<std::int64_t> offsets, std::vector<std::int32_t> columns,
            std::vector<T> values);

  /// From entries in any order; equal positions are added in the order given. O(entries log entries).
  static CsrMatrix from_triplets(Index rows, Index cols, std::vector<Triplet<T>> triplets);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  Index nonzeros() const { return offsets_.back(); }
  const std::vector<std::int64_t>& offsets() const { return offsets_; }
  const std::vector<std::int32_t>& columns() const { return columns_; }
  const std::vector<T>& values() const { return values_; }

  /// The same positions with other values (tf-idf, scalings); values.size() == nonzeros(), finite.
  CsrMatrix with_values(std::vector<T> values) const;

  /// The same positions with f(value) for each value; uses up the matrix. Finite.
  template <class F>
  CsrMatrix mapped(const F& f) && {
    for (T& value : values_) value = f(value);
    return CsrMatrix(rows_, cols_, std::move(offsets_), std::move(columns_), std::move(values_));
  }

  /// n x m, columns ascending. O(m + n + nonzeros).
  CsrMatrix transposed() const;

  /// out = A x; x: cols() x b, out: rows() x b. Each row is summed in column order in T, so threads change nothing.
  /// Works on row-major panels of 16 columns (one or two cache lines a gather); memory-bound.
  void multiply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const { multiply_rows(x, out, 0, rows_, run); }
  /// The same in a team: each process computes some rows, and gets those of the others. Call it in all of them.
  void multiply_in_team(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const;

  /// Rows [first_row, last_row) of out += A x, each summed on from what it was: a row begun by another goes on to the
  /// same bits.
  void add_product(const ConstRef<T>& x, MutableRef<T> out, Index first_row, Index last_row, const Run& run) const;

  /// Rows [first_row, last_row) of out = A x; the others are left as they are.
  void multiply_some(const ConstRef<T>& x, MutableRef<T> out, Index first_row, Index last_row, const Run& run) const {
    multiply_rows(x, out, first_row, last_row, run);
  }
  /// The same of a panel in single precision, its numbers taken as T: half the memory is gone through.
  void multiply_single(const ConstRef<float>& x, MutableRef<T> out, Index first_row, Index last_row,
                       const Run& run) const;

  /// Row sums and column sums, in double.
  VectorD row_sums() const;
  VectorD col_sums() const;

  /// For tests and small tables.
  Matrix<T> dense() const;

 private:
  template <bool Add = false, class X = T>
  void multiply_rows(const ConstRef<X>& x, MutableRef<T> out, Index first_row, Index last_row, const Run& run) const;

  Index rows_ = 0, cols_ = 0;
  std::vector<std::int64_t> offsets_;
  std::vector<std::int32_t> columns_;
  std::vector<T> values_;
};

}  // namespace couplet
