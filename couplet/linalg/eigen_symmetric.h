// Eigenpairs of small dense symmetric matrices, and the matrix functions made from them.
#pragma once

#include "couplet/linalg/matrix.h"

namespace couplet {

/// c = vectors diag(values) vectors^T.
struct SymmetricEigen {
  VectorD values;  // descending
  MatrixD
      vectors;  // n x n; column j belongs to values[j]; its largest-magnitude entry (the first of equals) is positive
};

/// All eigenpairs of a symmetric n x n matrix (dsyevd). O(n^3) time, 3 n^2 doubles. The matrix is read as (c + c^T)
/// / 2. Throws Error(data) when an entry is not finite, Error(internal) when it is not square.
SymmetricEigen eigen_symmetric(const ConstRef<double>& c);

/// Relative size below which an eigenvalue of a covariance is rounding noise: n eps.
double eigenvalue_noise(Index n);

/// (c + ridge I)^-1/2 for a symmetric positive semi-definite c (a covariance). Eigenvalues of c below zero or below
/// rounding noise count as 0; where an eigenvalue and the ridge are both 0 the result is 0 there (pseudo-inverse).
/// ridge >= 0, else Error(usage).
MatrixD inverse_square_root(const ConstRef<double>& c, double ridge);

/// (c + ridge I)^-1, in the same sense.
MatrixD ridge_inverse(const ConstRef<double>& c, double ridge);

/// The two from eigenpairs already at hand.
MatrixD inverse_square_root(const SymmetricEigen& eigen, double ridge);
MatrixD ridge_inverse(const SymmetricEigen& eigen, double ridge);

}  // namespace couplet
