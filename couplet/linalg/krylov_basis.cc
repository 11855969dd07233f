#include "couplet/linalg/krylov_basis.h"

#include <algorithm>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/shared_pieces.h"

namespace couplet {
namespace {

/// Positions of a parallel piece: a matter of n alone.
Index piece_of(Index n) { return std::max<Index>(1024, (n + 63) / 64); }

SharedPieces shared_pieces(Index n, const Run& run) { return {n, piece_of(n), run}; }

}  // namespace

template <class T>
void KrylovBasis<T>::append(const Matrix<T>& panel, const Run& run) {
  const Index b = panel.cols();
  if (count_ + b > capacity() || panel.rows() != length())
    throw Error(ErrorCode::internal, "Krylov basis", "a panel does not fit");
  shared_pieces(length(), run).for_own(1024, [&](Index begin, Index end) {
    for (Index c = 0; c < b; ++c) {
      T* row = rows_.data() + (count_ + c) * length();
      for (Index i = begin; i < end; ++i) row[i] = panel(i, c);
    }
  });
  count_ += b;
}

template <class T>
void KrylovBasis<T>::subtract(Matrix<T>& w, Index first, const MatrixD& c, const Run& run) const {
  if (c.rows() == 0 || w.cols() == 0) return;
  const Matrix<T> factor = c.template cast<T>();
  const SharedPieces shared = shared_pieces(length(), run);
  shared.for_own(piece_of(length()), [&](Index begin, Index end) {
    gemm(Transpose::yes, Transpose::no, T(-1), rows_.block(first, begin, c.rows(), end - begin), factor, T(1),
         w.middleRows(begin, end - begin));
  });
  shared.exchange(w);
}

template <class T>
MatrixD KrylovBasis<T>::project_out(Matrix<T>& w, const Run& run) const {
  const Index n = length(), piece = piece_of(n), pieces = (n + piece - 1) / piece, b = w.cols();
  MatrixD c = MatrixD::Zero(count_, b);
  if (count_ == 0 || b == 0) return c;
  std::vector<Matrix<T>> parts(pieces);
  const SharedPieces shared = shared_pieces(n, run);
  shared.for_own(piece, [&](Index begin, Index end) {
    Matrix<T>& part = parts[begin / piece];
    part.resize(count_, b);
    gemm(Transpose::no, Transpose::no, T(1), rows_.block(0, begin, count_, end - begin),
         w.middleRows(begin, end - begin), T(0), part);
  });
  shared.exchange(parts, count_, b);
  for (const Matrix<T>& part : parts) c += part.template cast<double>();
  subtract(w, 0, c, run);
  return c;
}

template <class T>
Matrix<T> KrylovBasis<T>::combine(const ConstRef<double>& x, const Run& run) const {
  Matrix<T> result(length(), x.cols());
  const Matrix<T> factor = x.template cast<T>();
  const SharedPieces shared = shared_pieces(length(), run);
  shared.for_own(piece_of(length()), [&](Index begin, Index end) {
    gemm(Transpose::yes, Transpose::no, T(1), rows_.block(0, begin, count_, end - begin), factor, T(0),
         result.middleRows(begin, end - begin));
  });
  shared.exchange(result);
  return result;
}

template <class T>
void KrylovBasis<T>::compress(const ConstRef<double>& x, const Run& run) {
  const Index kept = x.cols();
  const Matrix<T> factor = x.template cast<T>();
  shared_pieces(length(), run).for_own(piece_of(length()), [&](Index begin, Index end) {
    Matrix<T> part(kept, end - begin);
    gemm(Transpose::yes, Transpose::no, T(1), factor, rows_.block(0, begin, count_, end - begin), T(0), part);
    rows_.block(0, begin, kept, end - begin) = part;
  });
  count_ = kept;
}

template class KrylovBasis<float>;
template class KrylovBasis<double>;

}  // namespace couplet
