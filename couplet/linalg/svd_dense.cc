#include "couplet/linalg/svd_dense.h"

#include <cmath>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/linalg/lapack.h"

namespace couplet {

template <class T>
DenseSvd<T> svd_dense(const ConstRef<T>& a) {
  if (!a.allFinite()) throw Error(ErrorCode::data, "matrix", "an entry is not a finite number");
  Matrix<T> scratch = a, vt;
  DenseSvd<T> result;
  lapack::gesdd(scratch, result.u, result.s, vt);
  result.v = vt.transpose();
  fix_signs(result.u, result.v);
  return result;
}

template <class T>
void fix_signs(Matrix<T>& u, Matrix<T>& v) {
  // One pass in memory order: the rows are long lists of short columns.
  const Index r = u.cols();
  std::vector<T> largest(r, T(0));
  for (Index i = 0; i < u.rows(); ++i)
    for (Index j = 0; j < r; ++j)
      if (std::abs(u(i, j)) > std::abs(largest[j])) largest[j] = u(i, j);
  for (T& sign : largest) sign = sign < T(0) ? T(-1) : T(1);
  for (Matrix<T>* side : {&u, &v})
    for (Index i = 0; i < side->rows(); ++i)
      for (Index j = 0; j < r; ++j) (*side)(i, j) *= largest[j];
}

template DenseSvd<float> svd_dense(const ConstRef<float>&);
template DenseSvd<double> svd_dense(const ConstRef<double>&);
template void fix_signs(Matrix<float>&, Matrix<float>&);
template void fix_signs(Matrix<double>&, Matrix<double>&);

}  // namespace couplet
