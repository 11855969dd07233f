#include "couplet/linalg/qr.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/shared_pieces.h"

namespace couplet {
namespace {

/// Rows of a parallel piece: a matter of n alone, so that sums have one order.
Index block_rows(Index n) { return std::max<Index>(2048, (n + 63) / 64); }

/// w^T w in double; of w the own rows are read.
template <class T>
MatrixD gram_of(const Matrix<T>& w, const SharedPieces& shared) {
  const Index n = w.rows(), b = w.cols(), rows = block_rows(n), blocks = (n + rows - 1) / rows;
  std::vector<MatrixD> parts(blocks);
  shared.for_own(rows, [&](Index begin, Index end) {
    const MatrixD piece = w.middleRows(begin, end - begin).template cast<double>();
    MatrixD& part = parts[begin / rows];
    part.resize(b, b);
    gemm(Transpose::yes, Transpose::no, 1.0, piece, piece, 0.0, part);
  });
  shared.exchange(parts, b, b);
  MatrixD sum = MatrixD::Zero(b, b);
  for (const MatrixD& part : parts) sum += part;
  return sum;
}

/// w = w x, x: b x b; the own rows alone.
template <class T>
void multiply_right(Matrix<T>& w, const MatrixD& x, const SharedPieces& shared) {
  const Matrix<T> factor = x.cast<T>();
  shared.for_own(block_rows(w.rows()), [&](Index begin, Index end) {
    const Matrix<T> rows = w.middleRows(begin, end - begin);
    gemm(Transpose::no, Transpose::no, T(1), rows, factor, T(0), w.middleRows(begin, end - begin));
  });
}

/// One Cholesky QR, of the own rows of w. False, with w untouched, when a column or a direction is so small that the
/// Gram matrix cannot see it.
template <class T>
bool cholesky_qr(Matrix<T>& w, double drop, MatrixD& r, const SharedPieces& shared) {
  constexpr double smallest_pivot = 1e-4;  // of unit columns: condition 1e4, its square far from 1e16
  const Index b = w.cols();
  MatrixD gram = gram_of(w, shared);
  VectorD norms(b);
  for (Index j = 0; j < b; ++j) {
    if (!std::isfinite(gram(j, j)))
      throw Error(ErrorCode::data, "operator", "a product is not a finite number", "check the data for extreme values");
    norms[j] = std::sqrt(gram(j, j));
    if (!(norms[j] > drop) || norms[j] < 1e-150) return false;
  }
  for (Index i = 0; i < b; ++i)
    for (Index j = 0; j < b; ++j) gram(i, j) /= norms[i] * norms[j];
  if (!lapack::potrf_upper(gram)) return false;
  for (Index j = 0; j < b; ++j)
    if (gram(j, j) < smallest_pivot || gram(j, j) * norms[j] <= 4 * drop) return false;
  r = gram;
  for (Index i = 0; i < b; ++i)
    for (Index j = i; j < b; ++j) r(i, j) *= norms[j];
  MatrixD inverse = r;
  lapack::trtri_upper(inverse);
  multiply_right(w, inverse, shared);
  return true;
}

/// Householder QRs of pieces, then of their stacked factors, then the SVD of the last factor: any panel, any rank.
template <class T>
MatrixD rank_revealing_qr(Matrix<T>& w, double drop, const Run& run) {
  const Index n = w.rows(), b = w.cols(), rows = std::max(block_rows(n), b);
  const Index blocks = std::max<Index>(1, n / rows);
  const auto first_row = [&](Index block) { return block * n / blocks; };
  std::vector<MatrixD> q(blocks);
  const bool tall = n >= b;  // a panel that is not has one block, which is its own stack
  MatrixD stack(tall ? blocks * b : n, b);
  run.pool.for_blocks(blocks, 1, [&](Index block, Index) {
    MatrixD piece = w.middleRows(first_row(block), first_row(block + 1) - first_row(block)).template cast<double>();
    if (tall) {
      MatrixD r;
      lapack::qr_householder(piece, r);
      stack.middleRows(block * b, b) = r;
      q[block] = std::move(piece);
    } else {
      stack = piece;
    }
  });
  MatrixD u, vt;
  VectorD s;
  lapack::gesdd(stack, u, s, vt);
  Index rank = 0;
  while (rank < s.size() && s[rank] > drop && s[rank] > 0) ++rank;
  w.resize(n, rank);
  run.pool.for_blocks(blocks, 1, [&](Index block, Index) {
    const Index begin = first_row(block), count = first_row(block + 1) - begin;
    if (!tall) {
      w = u.leftCols(rank).template cast<T>();
      return;
    }
    MatrixD piece(count, rank);
    gemm(Transpose::no, Transpose::no, 1.0, q[block], u.block(block * b, 0, b, rank), 0.0, piece);
    w.middleRows(begin, count) = piece.template cast<T>();
  });
  return s.head(rank).asDiagonal() * vt.topRows(rank);
}

}  // namespace

template <class T>
MatrixD orthonormalise(Matrix<T>& w, double drop, const Run& run) {
  if (w.cols() == 0 || w.rows() == 0) {
    const MatrixD r(0, w.cols());
    w.resize(w.rows(), 0);
    return r;
  }
  MatrixD first, second;
  const SharedPieces shared(w.rows(), block_rows(w.rows()), run);
  if (w.rows() < w.cols() || !cholesky_qr(w, drop, first, shared)) return rank_revealing_qr(w, drop, run);
  // The first pass leaves an error of the condition squared times eps; the second starts from condition 1.
  if (!cholesky_qr(w, 0.0, second, shared)) throw Error(ErrorCode::internal, "orthonormalise", "lost all digits");
  shared.exchange(w);
  MatrixD r(first.rows(), first.cols());
  gemm(Transpose::no, Transpose::no, 1.0, second, first, 0.0, r);
  return r;
}

template MatrixD orthonormalise(Matrix<float>&, double, const Run&);
template MatrixD orthonormalise(Matrix<double>&, double, const Run&);

}  // namespace couplet
