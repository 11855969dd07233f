// Singular value decomposition of dense matrices.
#pragma once

#include "couplet/linalg/matrix.h"

namespace couplet {

/// a = u diag(s) v^T.
template <class T>
struct DenseSvd {
  Matrix<T> u;  // m x r, orthonormal columns
  Vector<T> s;  // descending, >= 0
  Matrix<T> v;  // n x r
};

/// Thin SVD, r = min(m, n) (gesdd). O(m n r) time. Signs: fix_signs. Throws Error(data) when an entry is not finite.
template <class T>
DenseSvd<T> svd_dense(const ConstRef<T>& a);

/// Flips columns of u, and of v with it, so that the largest-magnitude entry (the first of equals) of each column of u
/// is positive: two runs of a decomposition then agree.
template <class T>
void fix_signs(Matrix<T>& u, Matrix<T>& v);

}  // namespace couplet
