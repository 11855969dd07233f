// Cholesky decomposition of large dense matrices on several threads.
#pragma once

#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// a = L L^T for a symmetric positive definite a, and solves with L. (LAPACK's own runs on one thread here: BLAS is
/// held to one so that results do not depend on the number of threads.) Same bits at any thread count.
template <class T>
class BlockedCholesky {
 public:
  /// Takes a (n x n; only the lower triangle is read) and works in its memory. n^3 / 3 flops.
  /// Throws Error(data) when a is not positive definite, or with T = float too nearly singular for it.
  BlockedCholesky(Matrix<T> a, const Run& run);

  Index size() const { return lower_.rows(); }
  /// x = L^-1 x and x = L^-T x; x: n x c. n^2 c flops.
  void solve_lower(MutableRef<T> x, const Run& run) const;
  void solve_lower_transposed(MutableRef<T> x, const Run& run) const;
  /// x = a^-1 x.
  void solve(MutableRef<T> x, const Run& run) const;

 private:
  Matrix<T> lower_;                  // above the diagonal blocks: what was there
  std::vector<Matrix<T>> inverses_;  // of the diagonal blocks of L
};

}  // namespace couplet
