#include "couplet/linalg/operators.h"

#include <utility>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/linalg/lapack.h"

namespace couplet {
namespace {

constexpr Index operator_rows = 2048;
constexpr Index result_block = 256;

void require_fit(bool fits, const char* what) {
  if (!fits) throw Error(ErrorCode::internal, what, "shapes do not fit");
}

/// v^T x in double, summed within fixed blocks of rows and then over blocks in order; v: n, x: n x b, result: b.
template <class T>
VectorD weighted_column_sums(const VectorD& v, const ConstRef<T>& x, const Run& run) {
  const Index blocks = (x.rows() + operator_rows - 1) / operator_rows, width = x.cols();
  MatrixD partial = MatrixD::Zero(blocks, width);
  run.pool.for_blocks(x.rows(), operator_rows, [&](Index begin, Index end) {
    double* sum = partial.data() + begin / operator_rows * width;
    for (Index i = begin; i < end; ++i) {
      const T* row = x.data() + i * x.outerStride();
      for (Index c = 0; c < width; ++c) sum[c] += v[i] * static_cast<double>(row[c]);
    }
  });
  VectorD total = VectorD::Zero(width);
  for (Index k = 0; k < blocks; ++k)
    for (Index c = 0; c < width; ++c) total[c] += partial(k, c);
  return total;
}

/// out -= u t^T
template <class T>
void subtract_outer(const VectorD& u, const VectorD& t, MutableRef<T>& out, const Run& run) {
  run.pool.for_blocks(out.rows(), operator_rows, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      T* row = out.data() + i * out.outerStride();
      for (Index c = 0; c < out.cols(); ++c) row[c] = static_cast<T>(static_cast<double>(row[c]) - u[i] * t[c]);
    }
  });
}

/// to = diag(scale) from
template <class T>
void scale_rows(const VectorD& scale, const T* from, Index from_stride, MutableRef<T> to, const Run& run) {
  run.pool.for_blocks(to.rows(), operator_rows, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const T* source = from + i * from_stride;
      T* row = to.data() + i * to.outerStride();
      for (Index c = 0; c < to.cols(); ++c) row[c] = static_cast<T>(scale[i] * static_cast<double>(source[c]));
    }
  });
}

}  // namespace

template <class T>
void DenseOperator<T>::apply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const {
  require_fit(x.rows() == cols() && out.rows() == rows() && out.cols() == x.cols(), "dense product");
  run.pool.for_blocks(rows(), result_block, [&](Index begin, Index end) {
    gemm(Transpose::no, Transpose::no, T(1), matrix_.middleRows(begin, end - begin), x, T(0),
         out.middleRows(begin, end - begin));
  });
}

template <class T>
void DenseOperator<T>::apply_transposed(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const {
  require_fit(x.rows() == rows() && out.rows() == cols() && out.cols() == x.cols(), "dense product");
  run.pool.for_blocks(cols(), result_block, [&](Index begin, Index end) {
    gemm(Transpose::yes, Transpose::no, T(1), matrix_.middleCols(begin, end - begin), x, T(0),
         out.middleRows(begin, end - begin));
  });
}

template <class T>
RankOneDifference<T>::RankOneDifference(const LinearOperator<T>& a, VectorD u, VectorD v)
    : a_(a), u_(std::move(u)), v_(std::move(v)) {
  require_fit(u_.size() == a.rows() && v_.size() == a.cols(), "rank-one difference");
}

template <class T>
void RankOneDifference<T>::apply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const {
  a_.apply(x, out, run);
  subtract_outer(u_, weighted_column_sums(v_, x, run), out, run);
}

template <class T>
void RankOneDifference<T>::apply_transposed(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const {
  a_.apply_transposed(x, out, run);
  subtract_outer(v_, weighted_column_sums(u_, x, run), out, run);
}

template <class T>
ScaledOperator<T>::ScaledOperator(const LinearOperator<T>& a, VectorD left, VectorD right)
    : a_(a), left_(std::move(left)), right_(std::move(right)) {
  require_fit(left_.size() == a.rows() && right_.size() == a.cols(), "scaled operator");
}

template <class T>
void ScaledOperator<T>::apply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const {
  Matrix<T> scaled(x.rows(), x.cols());
  scale_rows<T>(right_, x.data(), x.outerStride(), scaled, run);
  a_.apply(scaled, out, run);
  scale_rows<T>(left_, out.data(), out.outerStride(), out, run);
}

template <class T>
void ScaledOperator<T>::apply_transposed(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const {
  Matrix<T> scaled(x.rows(), x.cols());
  scale_rows<T>(left_, x.data(), x.outerStride(), scaled, run);
  a_.apply_transposed(scaled, out, run);
  scale_rows<T>(right_, out.data(), out.outerStride(), out, run);
}

template class DenseOperator<float>;
template class DenseOperator<double>;
template class RankOneDifference<float>;
template class RankOneDifference<double>;
template class ScaledOperator<float>;
template class ScaledOperator<double>;

}  // namespace couplet
