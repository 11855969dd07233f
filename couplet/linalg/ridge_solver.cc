#include "couplet/linalg/ridge_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/linalg/sparse_gram.h"
#include "couplet/linalg/team_rows.h"

namespace couplet {
namespace {

constexpr Index solver_rows = 512;

[[noreturn]] void fail_singular() {
  throw Error(ErrorCode::data, "generalised eigenproblem", "N is singular", "use a regulariser above 0");
}

/// Inner products of the columns of a and b, rows added up in fixed blocks.
VectorD column_products(const MatrixD& a, const MatrixD& b, const Run& run) {
  const Index blocks = (a.rows() + solver_rows - 1) / solver_rows;
  MatrixD partial(blocks, a.cols());
  run.pool.for_blocks(a.rows(), solver_rows, [&](Index begin, Index end) {
    auto sum = partial.row(begin / solver_rows);
    sum.setZero();
    for (Index i = begin; i < end; ++i) sum += a.row(i).cwiseProduct(b.row(i));
  });
  VectorD sums = VectorD::Zero(a.cols());
  for (Index block = 0; block < blocks; ++block) sums += partial.row(block).transpose();
  return sums;
}

}  // namespace

RidgeMatrix::RidgeMatrix(const CsrOperator<double>& z, VectorD diagonal) : z_(z), diagonal_(std::move(diagonal)) {
  if (diagonal_.size() != z.cols())
    throw Error(ErrorCode::internal, "generalised eigenproblem", "the diagonal does not fit");
  for (Index i = 0; i < diagonal_.size(); ++i)
    if (!(diagonal_[i] >= 0) || !std::isfinite(diagonal_[i]))
      throw Error(ErrorCode::data, "generalised eigenproblem", fmt::format("{} on the diagonal of N", diagonal_[i]),
                  "a regulariser must not be negative");
}

void RidgeMatrix::apply(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const {
  MatrixD inner(z_.rows(), x.cols());
  z_.apply(x, inner, run);
  z_.apply_transposed(inner, out, run);
  run.pool.for_blocks(x.rows(), solver_rows, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) out.row(i) += diagonal_[i] * x.row(i);
  });
}

template <class T>
Matrix<T> RidgeMatrix::lower(const Run& run) const {
  Matrix<T> dense = Matrix<T>::Zero(size(), size());
  dense.diagonal() = diagonal_.cast<T>();
  add_sparse_gram(z_, dense, run);
  return dense;
}

template Matrix<float> RidgeMatrix::lower(const Run&) const;
template Matrix<double> RidgeMatrix::lower(const Run&) const;

VectorD RidgeMatrix::full_diagonal(const Run& run) const {
  VectorD result = diagonal_;
  const CsrMatrix<double>& columns = z_.transposed();
  for (Index i = 0; i < columns.rows(); ++i)
    for (std::int64_t at = columns.offsets()[i]; at < columns.offsets()[i + 1]; ++at)
      result[i] += columns.values()[at] * columns.values()[at];
  if (z_.own_columns().shared())
    exchange_rows<double>(Eigen::Map<MatrixD>(result.data(), result.size(), 1), z_.own_columns().begins, *run.team);
  return result;
}

WoodburyInverse::WoodburyInverse(const RidgeMatrix& n, const Run& run) : n_(n) {
  if (n.size() > 0 && !(n.diagonal().minCoeff() > 0)) fail_singular();
  inverse_diagonal_ = n.diagonal().cwiseInverse();
  // Z E Z^T is the Gram matrix of E^1/2 Z^T. There are few rows of Z: every process has them.
  const CsrMatrix<double> transposed = whole_everywhere(n.z().own_columns(), *run.team);
  std::vector<double> values = transposed.values();
  const std::vector<std::int64_t>& offsets = transposed.offsets();
  for (Index term = 0; term < n.size(); ++term)
    for (std::int64_t at = offsets[term]; at < offsets[term + 1]; ++at)
      values[at] *= std::sqrt(inverse_diagonal_[term]);
  const CsrOperator<double> scaled(transposed.with_values(std::move(values)));
  MatrixD core = MatrixD::Identity(n.z().rows(), n.z().rows());
  add_sparse_gram(scaled, core, run);
  core_.emplace(std::move(core), run);
}

void WoodburyInverse::solve(MutableRef<double> x, const Run& run) const {
  x.array().colwise() *= inverse_diagonal_.array();
  MatrixD inner(n_.z().rows(), x.cols()), back(x.rows(), x.cols());
  n_.z().apply(x, inner, run);
  core_->solve(inner, run);
  n_.z().apply_transposed(inner, back, run);
  run.pool.for_blocks(x.rows(), solver_rows, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) x.row(i) -= inverse_diagonal_[i] * back.row(i);
  });
}

Index solve_by_gradients(const RidgeMatrix& n, const ConstRef<double>& b, MutableRef<double> x, double tolerance,
                         Index max_iterations, const Run& run) {
  const VectorD diagonal = n.full_diagonal(run);
  if (diagonal.size() > 0 && !(diagonal.minCoeff() > 0)) fail_singular();
  const VectorD preconditioner = diagonal.cwiseInverse();
  MatrixD residual = b, direction(b.rows(), b.cols()), product(b.rows(), b.cols()), scaled = direction;
  x.setZero();
  const VectorD target = column_products(residual, residual, run) * (tolerance * tolerance);
  const auto precondition = [&] {
    run.pool.for_blocks(b.rows(), solver_rows, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) scaled.row(i) = preconditioner[i] * residual.row(i);
    });
  };
  precondition();
  direction = scaled;
  VectorD size = column_products(residual, scaled, run);
  for (Index iteration = 0;; ++iteration) {
    if ((column_products(residual, residual, run).array() <= target.array()).all()) return iteration;
    if (iteration == max_iterations)
      throw Error(ErrorCode::not_converged, "generalised eigenproblem",
                  fmt::format("solving with N takes more than {} iterations", max_iterations),
                  "use a larger regulariser");
    run.stop->check();
    n.apply(direction, product, run);
    const VectorD curvature = column_products(direction, product, run);
    // A column that is done (all zero) takes no step.
    const auto ratio = [](double a, double over) { return over > 0 ? a / over : 0.0; };
    const VectorD step = size.binaryExpr(curvature, ratio);
    run.pool.for_blocks(b.rows(), solver_rows, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        x.row(i) += direction.row(i).cwiseProduct(step.transpose());
        residual.row(i) -= product.row(i).cwiseProduct(step.transpose());
      }
    });
    precondition();
    const VectorD next = column_products(residual, scaled, run), beta = next.binaryExpr(size, ratio);
    size = next;
    run.pool.for_blocks(b.rows(), solver_rows, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        direction.row(i) = scaled.row(i) + direction.row(i).cwiseProduct(beta.transpose());
    });
  }
}

}  // namespace couplet
