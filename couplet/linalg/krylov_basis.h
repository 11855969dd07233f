// A growing set of orthonormal vectors, as a block Krylov method needs it.
#pragma once

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// Up to `capacity` orthonormal vectors of length n, kept as rows (so that adding some moves nothing). All sums run
/// over fixed pieces and are added in double: same bits at any thread count. The processes of a team share the pieces
/// of long vectors, and each keeps its own only; panels are whole everywhere.
template <class T>
class KrylovBasis {
 public:
  KrylovBasis(Index n, Index capacity) : rows_(capacity, n) {}

  Index length() const { return rows_.cols(); }
  Index count() const { return count_; }
  Index capacity() const { return rows_.rows(); }

  /// Adds the columns of an n x b panel.
  void append(const Matrix<T>& panel, const Run& run);

  /// w -= Q c for the vectors [first, first + c.rows()); w: n x b.
  void subtract(Matrix<T>& w, Index first, const MatrixD& c, const Run& run) const;

  /// c = Q^T w (count x b), w -= Q c; returns c.
  MatrixD project_out(Matrix<T>& w, const Run& run) const;

  /// Q x; x: count x k, result: n x k.
  Matrix<T> combine(const ConstRef<double>& x, const Run& run) const;

  /// Q = Q x; x: count x k with orthonormal columns, k <= count.
  void compress(const ConstRef<double>& x, const Run& run);

 private:
  Matrix<T> rows_;  // capacity x n; untouched memory is not used memory
  Index count_ = 0;
};

}  // namespace couplet
