#include "couplet/methods/bridge/white_texts.h"

#include <cmath>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/linalg/blocked_cholesky.h"
#include "couplet/linalg/eigen_symmetric.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/operators.h"
#include "couplet/linalg/ridge_solver.h"
#include "couplet/linalg/sparse_gram.h"
#include "couplet/methods/bridge/opca_matrices.h"

namespace couplet {
namespace {

/// The texts over the root of n, or the transposed ones.
OwnedRows<double> over_root(OwnedRows<double> matrix, Index n) {
  return std::move(matrix).mapped([root = std::sqrt(static_cast<double>(n))](double value) { return value / root; });
}

[[noreturn]] void fail_singular() {
  throw Error(ErrorCode::data, "--regulariser", "0 leaves a covariance singular", "use 1 or more");
}

MatrixD product(const MatrixD& a, const ConstRef<double>& b, const Run& run) {
  MatrixD out(a.rows(), b.cols());
  run.pool.for_blocks(a.rows(), 512, [&](Index begin, Index end) {
    gemm(Transpose::no, Transpose::no, 1.0, a.middleRows(begin, end - begin), b, 0.0,
         out.middleRows(begin, end - begin));
  });
  return out;
}

/// K = D D^T / n, centred, has the eigenvectors U: D = U diag(s) V^T there, W = V diag(1 / sqrt(s^2 + g)), X = U diag(s
/// / sqrt(s^2 + g)).
class GramTexts final : public WhiteTexts {
 public:
  GramTexts(CsrMatrix<double> texts, double g, const Run& run) {
    if (!(g > 0)) fail_singular();
    const Index n = texts.rows();
    const CsrOperator<double> d(over_root(std::move(texts), n).matrix);
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
    const MatrixD u = eigen.vectors.leftCols(rank);
    const VectorD s = eigen.values.head(rank).cwiseSqrt(), ridged = (s.array().square() + g).sqrt();
    whitening_.resize(d.cols(), rank);
    d.apply_transposed(u, whitening_, run);
    whitening_.array().rowwise() /= s.cwiseProduct(ridged).transpose().array();
    texts_ = u;
    texts_.array().rowwise() *= s.cwiseQuotient(ridged).transpose().array();
  }
  Index size() const override { return texts_.cols(); }
  Index terms() const override { return whitening_.rows(); }
  Index documents() const override { return texts_.rows(); }
  MatrixD whiten(const ConstRef<double>& x, const Run& run) const override { return product(whitening_, x, run); }
  MatrixD texts(const ConstRef<double>& x, const Run& run) const override { return product(texts_, x, run); }
  void texts_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run&) const override {
    gemm(Transpose::yes, Transpose::no, 1.0, texts_, x, 0.0, out);
  }

 private:
  MatrixD whitening_, texts_;
};

/// W = L^-T (I + c w w^T), where L L^T = D^T D / n + g I and w = L^-1 mu: then W^T (C + g I) W = I for the centred
/// covariance C.
class CholeskyTexts final : public WhiteTexts {
 public:
  /// columns: the transposed texts.
  CholeskyTexts(const OwnedRows<double>& texts, OwnedRows<double> columns, double g, const Run& run)
      : mean_(column_sums(columns, 1, *run.team).col(0) / static_cast<double>(texts.matrix.rows())),
        texts_(over_root(texts, texts.matrix.rows()), over_root(std::move(columns), texts.matrix.rows())) {
    const Index terms = texts.matrix.cols();
    run.memory.require(2 * 8 * terms * terms, "the covariance of the terms");
    const RidgeMatrix n(texts_, VectorD::Constant(terms, g));
    try {
      cholesky_.emplace(n.lower<double>(run), run);
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
  Index size() const override { return texts_.cols(); }
  Index terms() const override { return texts_.cols(); }
  Index documents() const override { return texts_.rows(); }

  MatrixD whiten(const ConstRef<double>& x, const Run& run) const override {
    MatrixD y = x + factor_ * w_ * (w_.transpose() * x);
    cholesky_->solve_lower_transposed(y, run);
    return y;
  }
  MatrixD texts(const ConstRef<double>& x, const Run& run) const override {
    const MatrixD y = whiten(x, run);
    MatrixD out(documents(), x.cols());
    texts_.apply(y, out, run);
    out.rowwise() -= mean_.transpose() * y / std::sqrt(static_cast<double>(documents()));
    return out;
  }
  void texts_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override {
    texts_.apply_transposed(x, out, run);
    out.noalias() -= mean_ * (x.colwise().sum() / std::sqrt(static_cast<double>(documents())));
    cholesky_->solve_lower(out, run);
    const MatrixD along = w_.transpose() * out;
    out.noalias() += factor_ * w_ * along;
  }

 private:
  VectorD mean_, w_;
  CsrOperator<double> texts_;
  double factor_ = 0;
  std::optional<BlockedCholesky<double>> cholesky_;
};

}  // namespace

std::unique_ptr<WhiteTexts> white_by_gram(const OwnedRows<double>& texts, double g, const Run& run) {
  return std::make_unique<GramTexts>(whole_everywhere(texts, *run.team), g, run);
}

std::unique_ptr<WhiteTexts> white_by_cholesky(const OwnedRows<double>& texts, double g, const Run& run) {
  return std::make_unique<CholeskyTexts>(texts, transposed_in_team(texts, *run.team), g, run);
}

}  // namespace couplet
