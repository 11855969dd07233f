// The largest singular triplets of an operator.
#pragma once

#include "couplet/linalg/operator.h"

namespace couplet {

/// How accurate, and how much work at most. The defaults suit word vectors and LSA.
struct SvdOptions {
  /// A triplet is done when |A^T u - s v| <= tolerance * s. That bounds the relative error of s; the actual error is
  /// about its square over the relative gap, far smaller. 0: the default, 5e-3 (values good to 1e-4 or so), or 1e-8
  /// when exact.
  double tolerance = 0;
  /// Singular values to 1e-8 relative: use with T = double (float ends at its own rounding, about 1e-6).
  bool exact = false;
  /// Columns of a Krylov block; 0: chosen (16 or 32).
  Index block = 0;
  /// Products with A at most, counted in blocks; reaching it is not an error: converged is false.
  Index max_iterations = 1000;
  /// Basis vectors kept before a restart; 0: chosen by k and the block. Never less than k + 4 blocks.
  Index max_basis = 0;
  /// Is u wanted? If not it may be empty, and the signs are any.
  bool left = true;
};

/// A ~ u diag(s) v^T.
template <class T>
struct TruncatedSvd {
  Matrix<T> u;           // m x r, orthonormal columns; the largest-magnitude entry of each is positive
  Vector<T> s;           // r, descending, > 0
  Matrix<T> v;           // n x r
  Index iterations = 0;  // block products with A; 0: solved densely
  double residual = 0;   // the largest |A^T u - s v| / s of the triplets
  bool converged = true;
};

/// The k largest triplets, r = min(k, numerical rank). min(m, n) small: dense SVD (exact). Else block Lanczos
/// bidiagonalisation from a random start seeded by run.seed, all blocks kept and reorthogonalised, thick restart when
/// the basis would outgrow its bound; A^T A is never formed. On convergence a random probe looks for directions the
/// Krylov space cannot see (singular values of multiplicity above the block size) and continues with them when there
/// are any.
///
/// Storage about 3 k (m + n) numbers of type T, 6 k (m + n) at most; Error(io) when run.memory does not hold it: the
/// budget never changes the result. Same bits at any thread count. k >= 1, else Error(usage); an operator that gives
/// values that are not finite is Error(data). A zero operator, or one without rows or columns, gives r = 0.
template <class T>
TruncatedSvd<T> truncated_svd(const LinearOperator<T>& a, Index k, const SvdOptions& options, const Run& run);

}  // namespace couplet
