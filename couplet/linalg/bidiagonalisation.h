// Block Lanczos bidiagonalisation: an operator squeezed into a small matrix, one block of vectors at a time.
#pragma once

#include "couplet/linalg/krylov_basis.h"
#include "couplet/linalg/operator.h"

namespace couplet {

/// Approximate singular triplets from the small matrix: A (V y) = (U x) s exactly, |A^T (U x) - s (V y)| = residual.
struct RitzTriplets {
  MatrixD x, y;       // coordinates of the vectors in the two bases, one column a triplet
  VectorD s;          // descending
  VectorD residuals;  // absolute
};

/// Keeps, with U (m x p) and V (n x q) orthonormal and B small,
///   A V = U B,   A^T U = V B^T + F G,
/// where F (n x b, orthonormal, V^T F = 0) is the next block. Blocks may shrink when directions run out: then F gets
/// fewer columns, at last none (V and U are then invariant).
///
/// Every new block of V is orthogonalised against all earlier ones. U then stays orthonormal by itself up to eps times
/// the condition of B (Simon and Zha 2000), so its blocks are only checked: from the first ill-conditioned one on they
/// are orthogonalised too.
template <class T>
class Bidiagonalisation {
 public:
  /// At most `capacity` vectors on each side. A is kept by reference.
  Bidiagonalisation(const LinearOperator<T>& a, Index capacity, const Run& run);

  /// Makes the random panel (n x b) part of the next block, as far as it is independent of V and F. `stream` numbers
  /// the panels drawn.
  void add_random(Index b, std::uint64_t stream);
  /// The same for a given panel.
  void add_directions(Matrix<T> panel);

  /// Takes F into V, extends U and B, finds the next F. Two products with A.
  void expand();

  /// SVD of B with residuals. O(size^3).
  RitzTriplets triplets() const;
  /// The leading `count` without y, at a tenth of that cost, from the eigenpairs of B B^T: good for deciding about
  /// convergence, and as a result for values above 1e-3 of the largest; far below they are rounding.
  RitzTriplets estimates(Index count) const;
  /// Adds y = B^T x / s for the leading k > 0 triplets of an estimate and forgets the others; s must be above 0 there.
  void complete(RitzTriplets& estimate, Index k) const;

  /// Replaces the bases by the `keep` leading triplets (thick restart); the relations above go on to hold.
  void restart(const RitzTriplets& ritz, Index keep);

  Index size() const { return v_.count(); }
  Index next_width() const { return next_.cols(); }
  Index rank() const { return u_.count(); }
  /// The largest norm of A seen, for judging what is rounding.
  double norm() const { return norm_; }
  const KrylovBasis<T>& u() const { return u_; }
  const KrylovBasis<T>& v() const { return v_; }

 private:
  double drop() const;
  void add_residuals(RitzTriplets& ritz) const;
  MatrixD orthogonalise(const KrylovBasis<T>& basis, Matrix<T>& w, MatrixD& coefficients) const;
  MatrixD orthogonalise_u(Matrix<T>& w, MatrixD& coefficients);

  const LinearOperator<T>& a_;
  const Run& run_;
  KrylovBasis<T> u_, v_;
  MatrixD b_;       // grows; the leading p x q are in use
  Matrix<T> next_;  // F
  MatrixD g_;       // G, next_.cols() x p
  double norm_ = 0;
  bool full_u_ = false;   // blocks of U are orthogonalised against all of it
  bool outside_ = false;  // F has directions whose products are not known from G
};

/// Columns of independent standard normals, drawn in pieces from run.seed and `stream`.
template <class T>
Matrix<T> random_panel(Index n, Index b, std::uint64_t stream, const Run& run);

}  // namespace couplet
