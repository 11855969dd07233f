#include "couplet/linalg/subspace_svd.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/linalg/bidiagonalisation.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/qr.h"
#include "couplet/linalg/svd_dense.h"

namespace couplet {
namespace {

constexpr Index oversampling = 10;

/// q x; q: n x b, x: b x k. Parallel over fixed blocks of rows.
template <class T>
Matrix<T> combine(const Matrix<T>& q, const MatrixD& x, const Run& run) {
  const Matrix<T> factor = x.template cast<T>();
  Matrix<T> result(q.rows(), x.cols());
  run.pool.for_blocks(q.rows(), 1024, [&](Index begin, Index end) {
    gemm(Transpose::no, Transpose::no, T(1), q.middleRows(begin, end - begin), factor, T(0),
         result.middleRows(begin, end - begin));
  });
  return result;
}

/// The largest |A v - s u| / s.
template <class T>
double residual_of(const LinearOperator<T>& a, const TruncatedSvd<T>& svd, const Run& run) {
  Matrix<T> product(a.rows(), svd.v.cols());
  a.apply(svd.v, product, run);
  double worst = 0;
  for (Index i = 0; i < svd.s.size(); ++i) {
    const double s = static_cast<double>(svd.s[i]);
    worst =
        std::max(worst, (product.col(i).template cast<double>() - s * svd.u.col(i).template cast<double>()).norm() / s);
  }
  return worst;
}

}  // namespace

template <class T>
TruncatedSvd<T> subspace_svd(const LinearOperator<T>& a, Index k, Index iterations, const Run& run) {
  if (k < 1 || iterations < 0)
    throw Error(ErrorCode::usage, "subspace iteration", "needs at least 1 vector and no negative number of rounds");
  const Index width = std::min({k + oversampling, a.rows(), a.cols()});
  Stage stage(*run.observer, "singular values", iterations + 1, "rounds");
  Matrix<T> right = random_panel<T>(a.cols(), width, 0, run), left;
  for (Index round = 0;; ++round) {
    run.stop->check();
    left.resize(a.rows(), right.cols());
    a.apply(right, left, run);
    orthonormalise<T>(left, 0, run);
    right.resize(a.cols(), left.cols());
    a.apply_transposed(left, right, run);
    stage.advance_to(round + 1);
    if (round == iterations) break;
    orthonormalise<T>(right, 0, run);
  }
  // A ~ left right^T. With right = q r and r = x S y^T the triplets are left y, S, q x.
  const MatrixD r = orthonormalise<T>(right, 0, run);
  TruncatedSvd<T> result{Matrix<T>(a.rows(), 0), Vector<T>(0), Matrix<T>(a.cols(), 0)};
  result.iterations = 2 * iterations + 2;
  if (r.rows() == 0) return result;
  const DenseSvd<double> small = svd_dense<double>(r);
  Index rank = 0;
  while (rank < std::min(k, small.s.size()) && small.s[rank] > 1e-7 * small.s[0]) ++rank;
  result.u = combine<T>(left, small.v.leftCols(rank), run);
  result.s = small.s.head(rank).template cast<T>();
  result.v = combine<T>(right, small.u.leftCols(rank), run);
  result.residual = residual_of(a, result, run);
  fix_signs(result.u, result.v);
  return result;
}

template TruncatedSvd<float> subspace_svd(const LinearOperator<float>&, Index, Index, const Run&);
template TruncatedSvd<double> subspace_svd(const LinearOperator<double>&, Index, Index, const Run&);

}  // namespace couplet
