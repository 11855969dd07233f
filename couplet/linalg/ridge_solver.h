// Solving with a positive definite matrix given as diagonal plus sparse^T sparse.
#pragma once

#include <optional>

#include "couplet/linalg/blocked_cholesky.h"
#include "couplet/linalg/operators.h"

namespace couplet {

/// N = diag(diagonal) + Z^T Z, v x v; Z sparse, r x v. Keeps a reference to Z, which must outlive it.
class RidgeMatrix {
 public:
  /// diagonal: v values, >= 0; Throws Error(data) for another one, Error(internal) when the length does not fit.
  RidgeMatrix(const CsrOperator<double>& z, VectorD diagonal);
  Index size() const { return z_.cols(); }
  const CsrOperator<double>& z() const { return z_; }
  const VectorD& diagonal() const { return diagonal_; }
  /// out = N x; x, out: v x c.
  void apply(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const;
  /// N as a dense matrix, lower triangle only; v^2 numbers.
  template <class T>
  Matrix<T> lower(const Run& run) const;
  /// The diagonal of N.
  VectorD full_diagonal(const Run& run) const;

 private:
  const CsrOperator<double>& z_;
  VectorD diagonal_;
};

/// N^-1 through the small side (Woodbury): N^-1 = E - E Z^T (I + Z E Z^T)^-1 Z E, E = diag(1 / diagonal). For r < v.
class WoodburyInverse {
 public:
  /// r^2 doubles, r^3 / 3 flops and the products. Needs a positive diagonal, else Error(data). N must outlive it.
  WoodburyInverse(const RidgeMatrix& n, const Run& run);
  /// x = N^-1 x; x: v x c.
  void solve(MutableRef<double> x, const Run& run) const;

 private:
  const RidgeMatrix& n_;
  VectorD inverse_diagonal_;
  std::optional<BlockedCholesky<double>> core_;
};

/// x = N^-1 b by conjugate gradients preconditioned with the diagonal of N, all columns at once; b, x: v x c. Each
/// column ends at |N x - b| <= tolerance |b|. Returns the iterations. Throws Error(data) when the diagonal of N has a
/// zero, Error(not_converged) after max_iterations.
Index solve_by_gradients(const RidgeMatrix& n, const ConstRef<double>& b, MutableRef<double> x, double tolerance,
                         Index max_iterations, const Run& run);

}  // namespace couplet
