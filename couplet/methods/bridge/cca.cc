// Regularised canonical correlation analysis: the SVD of W_1^T C_12 W_2, where W_m^T (C_mm + g I) W_m = I.
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/linalg/blocked_cholesky.h"
#include "couplet/linalg/eigen_symmetric.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/ridge_solver.h"
#include "couplet/linalg/sparse_gram.h"
#include "couplet/linalg/svd_dense.h"
#include "couplet/linalg/truncated_svd.h"
#include "couplet/methods/bridge/projection.h"

namespace couplet {
namespace {

constexpr Index largest_gram = 4000;

CsrMatrix<double> over_root_n(const CsrMatrix<double>& texts) {
  std::vector<double> values = texts.values();
  for (double& value : values) value /= std::sqrt(static_cast<double>(texts.rows()));
  return texts.with_values(std::move(values));
}

[[noreturn]] void fail_singular() {
  throw Error(ErrorCode::data, "--regulariser", "0 leaves a covariance singular", "use 1 or more");
}

/// One language through the eigenvectors of its centred Gram matrix K = D D^T / n: D = U diag(s) V^T there.
struct GramSide {
  MatrixD u;          // n x r
  VectorD s;          // r
  VectorD shrunk;     // s / sqrt(s^2 + g)
  MatrixD whitening;  // v x r: V diag(1 / sqrt(s^2 + g))
};

GramSide gram_side(const CsrMatrix<double>& texts, double g, const Run& run) {
  const CsrOperator<double> d(over_root_n(texts));
  const Index n = d.rows();
  MatrixD k = MatrixD::Zero(n, n);
  add_sparse_gram(CsrOperator<double>(d.transposed()), k, run);
  k.triangularView<Eigen::StrictlyUpper>() = k.transpose();
  const VectorD means = k.rowwise().mean();
  const double grand = means.mean();
  k.colwise() -= means;
  k.rowwise() -= means.transpose();
  k.array() += grand;
  const SymmetricEigen eigen = eigen_symmetric(k);
  Index rank = 0;
  while (rank < n && eigen.values[rank] > eigenvalue_noise(n) * eigen.values[0] && eigen.values[rank] > 0) ++rank;
  GramSide side;
  side.u = eigen.vectors.leftCols(rank);
  side.s = eigen.values.head(rank).cwiseSqrt();
  const VectorD ridged = (side.s.array().square() + g).sqrt();
  side.shrunk = side.s.cwiseQuotient(ridged);
  side.whitening.resize(d.cols(), rank);
  d.apply_transposed(side.u, side.whitening, run);
  side.whitening.array().rowwise() /= (side.s.cwiseProduct(ridged)).transpose().array();
  return side;
}

MatrixD product(const MatrixD& a, const MatrixD& b, const Run& run) {
  MatrixD out(a.rows(), b.cols());
  run.pool.for_blocks(a.rows(), 512, [&](Index begin, Index end) {
    gemm(Transpose::no, Transpose::no, 1.0, a.middleRows(begin, end - begin), b, 0.0,
         out.middleRows(begin, end - begin));
  });
  return out;
}

Projection by_gram(const CsrMatrix<double>& left, const CsrMatrix<double>& right, const ProjectionOptions& options,
                   const Run& run) {
  const Stage stage(*run.observer, "canonical correlations");
  if (!(options.regulariser > 0)) fail_singular();
  const GramSide a = gram_side(left, options.regulariser, run), b = gram_side(right, options.regulariser, run);
  MatrixD core(a.u.cols(), b.u.cols());
  gemm(Transpose::yes, Transpose::no, 1.0, a.u, b.u, 0.0, core);
  core = a.shrunk.asDiagonal() * core * b.shrunk.asDiagonal();
  DenseSvd<double> svd = svd_dense<double>(core);
  const double noise = svd.s.size() > 0 ? svd.s[0] * eigenvalue_noise(left.rows()) : 0;
  Index kept = 0;
  while (kept < std::min(options.dimension, svd.s.size()) && svd.s[kept] > noise) ++kept;
  Projection result;
  result.route = "Gram";
  result.values = svd.s.head(kept);
  result.terms.resize(left.cols() + right.cols(), kept);
  result.terms.topRows(left.cols()) = product(a.whitening, svd.u.leftCols(kept), run);
  result.terms.bottomRows(right.cols()) = product(b.whitening, svd.v.leftCols(kept), run);
  return result;
}

/// W = L^-T (I + c w w^T), where L L^T = D^T D / n + g I and w = L^-1 mu: then W^T (C + g I) W = I for the centred covariance C.
class Whitening {
 public:
  Whitening(const CsrMatrix<double>& texts, double g, const Run& run)
      : texts_(over_root_n(texts)), mean_(texts.col_sums() / static_cast<double>(texts.rows())) {
    run.memory.require(2 * 8 * texts.cols() * texts.cols(), "the covariance of the terms");
    const Stage stage(*run.observer, "Cholesky decomposition");
    const RidgeMatrix n(texts_, VectorD::Constant(texts.cols(), g));
    try {
      cholesky_.emplace(n.lower(run), run);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::data || g > 0) throw;
      fail_singular();
    }
    MatrixD w = mean_;
    cholesky_->solve_lower(w, run);
    w_ = w.col(0);
    const double square = w_.squaredNorm();
    if (!(square < 1)) fail_singular();
    factor_ = square > 0 ? (1 / std::sqrt(1 - square) - 1) / square : 0;
  }
  Index terms() const { return texts_.cols(); }
  Index documents() const { return texts_.rows(); }

  /// W x; x: terms x c.
  MatrixD whiten(const ConstRef<double>& x, const Run& run) const {
    MatrixD y = x + factor_ * w_ * (w_.transpose() * x);
    cholesky_->solve_lower_transposed(y, run);
    return y;
  }
  /// (D - 1 mu^T) W x / sqrt(n), and its transpose.
  MatrixD texts(const ConstRef<double>& x, const Run& run) const {
    const MatrixD y = whiten(x, run);
    MatrixD out(documents(), x.cols());
    texts_.apply(y, out, run);
    out.rowwise() -= mean_.transpose() * y / std::sqrt(static_cast<double>(documents()));
    return out;
  }
  void texts_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const {
    texts_.apply_transposed(x, out, run);
    out.noalias() -= mean_ * (x.colwise().sum() / std::sqrt(static_cast<double>(documents())));
    cholesky_->solve_lower(out, run);
    const MatrixD along = w_.transpose() * out;
    out.noalias() += factor_ * w_ * along;
  }

 private:
  CsrOperator<double> texts_;
  VectorD mean_, w_;
  double factor_ = 0;
  std::optional<BlockedCholesky> cholesky_;
};

/// W_1^T C_12 W_2, never formed.
class WhitenedCovariance final : public LinearOperator<double> {
 public:
  WhitenedCovariance(const Whitening& left, const Whitening& right) : left_(left), right_(right) {}
  Index rows() const override { return left_.terms(); }
  Index cols() const override { return right_.terms(); }
  void apply(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override {
    left_.texts_transposed(right_.texts(x, run), out, run);
  }
  void apply_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override {
    right_.texts_transposed(left_.texts(x, run), out, run);
  }

 private:
  const Whitening &left_, &right_;
};

Projection by_cholesky(const CsrMatrix<double>& left, const CsrMatrix<double>& right, const ProjectionOptions& options,
                       const Run& run) {
  const Whitening a(left, options.regulariser, run), b(right, options.regulariser, run);
  const TruncatedSvd<double> svd =
      truncated_svd<double>(WhitenedCovariance(a, b), options.dimension, {.exact = options.exact}, run);
  Projection result;
  result.route = "Cholesky";
  result.values = svd.s;
  result.residual = svd.residual;
  result.converged = svd.converged;
  result.terms.resize(left.cols() + right.cols(), svd.s.size());
  result.terms.topRows(left.cols()) = a.whiten(svd.u, run);
  result.terms.bottomRows(right.cols()) = b.whiten(svd.v, run);
  return result;
}

}  // namespace

Projection cca_by(CcaRoute route, const CsrMatrix<double>& left, const CsrMatrix<double>& right,
                  const ProjectionOptions& options, const Run& run) {
  Projection result =
      route == CcaRoute::gram ? by_gram(left, right, options, run) : by_cholesky(left, right, options, run);
  MatrixD none(0, result.terms.cols());
  fix_signs(result.terms, none);
  check_dimension(result, options, run);
  return result;
}

Projection cca(const CsrMatrix<double>& left, const CsrMatrix<double>& right, const ProjectionOptions& options,
               const Run& run) {
  const bool few = left.rows() <= largest_gram && left.rows() <= std::min(left.cols(), right.cols());
  return cca_by(few ? CcaRoute::gram : CcaRoute::cholesky, left, right, options, run);
}

}  // namespace couplet
