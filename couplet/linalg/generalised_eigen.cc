#include "couplet/linalg/generalised_eigen.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <type_traits>

#include "couplet/base/error.h"
#include "couplet/linalg/eigen_symmetric.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/svd_dense.h"
#include "couplet/linalg/team_rows.h"
#include "couplet/linalg/truncated_svd.h"

namespace couplet {
namespace {

constexpr Index largest_dense_dual = 2500;  // beyond, LAPACK's reduction waits for memory, and iterating is faster
constexpr Index largest_cholesky = 32000;   // beyond, v^2 floats are more than most machines have
constexpr Index vector_block = 64, residual_block = 16;  // columns at once; texts are many where residuals are measured
constexpr Index most_gradient_steps = 5000;
constexpr double least_float_tolerance = 1e-3, most_float_change = 1e-3;
constexpr Index least_float_size = 2000;

/// A = F L^-T, where N = L L^T: A^T A has the eigenvalues of the pencil. T: of L and the vectors; F is applied in
/// double. Not for several threads at once.
template <class T>
class WhitenedOperator final : public LinearOperator<T> {
 public:
  WhitenedOperator(const LinearOperator<double>& f, const BlockedCholesky<T>& cholesky) : f_(f), cholesky_(cholesky) {}
  Index rows() const override { return f_.rows(); }
  Index cols() const override { return f_.cols(); }
  void apply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override {
    Matrix<T> solved = x;
    cholesky_.solve_lower_transposed(solved, run);
    panel_.resize(rows(), x.cols());
    const std::vector<Index> begins = f_.apply_own(solved.template cast<double>(), panel_, run);
    for (const auto& [first, last] : own_ranges(rows(), begins, *run.team))
      out.middleRows(first, last - first) = panel_.middleRows(first, last - first).template cast<T>();
    exchange_blocks<T>(out, begins, *run.team);
  }
  void apply_transposed(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override {
    MatrixD product(cols(), x.cols());
    if constexpr (std::is_same_v<T, float>)
      f_.apply_transposed_single(x, product, run);
    else
      f_.apply_transposed(x, product, run);
    out = product.template cast<T>();
    cholesky_.solve_lower(out, run);
  }

 private:
  const LinearOperator<double>& f_;
  const BlockedCholesky<T>& cholesky_;
  mutable MatrixD panel_;  // kept: the system takes as long to give as much new memory as a pass over it takes
};

using Solve = std::function<MatrixD(const MatrixD&)>;  // N^-1 b

/// K = F N^-1 F^T, never formed.
class DualOperator final : public LinearOperator<double> {
 public:
  DualOperator(const LinearOperator<double>& f, const Solve& solve) : f_(f), solve_(solve) {}
  Index rows() const override { return f_.rows(); }
  Index cols() const override { return f_.rows(); }
  void apply(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override {
    f_.apply(solved(x, run), out, run);
  }
  void apply_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override {
    apply(x, out, run);
  }
  /// N^-1 F^T x.
  MatrixD solved(const ConstRef<double>& x, const Run& run) const {
    MatrixD b(f_.cols(), x.cols());
    f_.apply_transposed(x, b, run);
    return solve_(b);
  }

 private:
  const LinearOperator<double>& f_;
  const Solve& solve_;
};

double tolerance_of(const GeneralisedEigenOptions& options) {
  return options.tolerance > 0 ? options.tolerance : options.exact ? 1e-8 : 5e-3;
}

SvdOptions svd_options(const GeneralisedEigenOptions& options) {
  return {.tolerance = options.tolerance, .exact = options.exact, .left = false};
}

/// Error(io) when the budget does not hold so many numbers. The route is never another for it: that would be another
/// result.
template <class T>
void require_matrices(double numbers, const Run& run) {
  const double bytes = numbers * static_cast<double>(sizeof(T));
  run.memory.require(bytes < 9e18 ? static_cast<std::int64_t>(bytes) : std::numeric_limits<std::int64_t>::max(),
                     "the matrices of the generalised eigenproblem");
}

template <class T>
GeneralisedEigen by_cholesky(const LinearOperator<double>& f, const RidgeMatrix& n, Index k,
                             const GeneralisedEigenOptions& options, const Run& run) {
  const double size = static_cast<double>(n.size());
  require_matrices<T>(1.5 * size * size, run);
  const auto factor = [&] {
    try {
      return BlockedCholesky<T>(n.lower<T>(run), run);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::data) throw;
      throw Error(ErrorCode::data, "generalised eigenproblem", "N is singular", "use a regulariser above 0");
    }
  };
  const BlockedCholesky<T> cholesky = factor();
  TruncatedSvd<T> svd = truncated_svd<T>(WhitenedOperator<T>(f, cholesky), k, svd_options(options), run);
  cholesky.solve_lower_transposed(svd.v, run);
  GeneralisedEigen result;
  result.values = svd.s.template cast<double>().array().square();
  result.vectors = svd.v.template cast<double>();
  result.iterations = svd.iterations;
  result.converged = svd.converged;
  return result;
}

/// x = N^-1 F^T u / sqrt(lambda) has x^T N x = 1.
void scale_columns(MatrixD& vectors, const VectorD& values) {
  vectors.array().rowwise() /= values.array().sqrt().transpose();
}

/// The largest eigenpairs of K by iteration.
GeneralisedEigen by_dual_operator(const LinearOperator<double>& f, Index k, const Solve& solve,
                                  const GeneralisedEigenOptions& options, const Run& run) {
  const DualOperator kernel(f, solve);
  const TruncatedSvd<double> svd = truncated_svd<double>(kernel, k, svd_options(options), run);
  GeneralisedEigen result;
  result.values = svd.s;
  result.vectors.resize(f.cols(), svd.s.size());
  for (Index first = 0; first < svd.s.size(); first += vector_block) {
    const Index width = std::min(vector_block, svd.s.size() - first);
    result.vectors.middleCols(first, width) = kernel.solved(svd.v.middleCols(first, width), run);
  }
  scale_columns(result.vectors, result.values);
  result.iterations = svd.iterations;
  result.converged = svd.converged;
  return result;
}

/// Is the dual problem of so many texts iterated, or dense?
bool dual_is_iterated(Index texts, Index k) { return texts > largest_dense_dual && 4 * k < texts; }

GeneralisedEigen by_dual(const LinearOperator<double>& f, const RidgeMatrix& n, Index k,
                         const GeneralisedEigenOptions& options, const Run& run) {
  const Index rows = f.rows();
  const bool iterated = dual_is_iterated(rows, k);
  const double texts = static_cast<double>(rows), core = static_cast<double>(n.z().rows());
  require_matrices<double>(
      2 * core * core + (iterated ? 0 : 2 * static_cast<double>(n.size()) * texts + 3 * texts * texts), run);
  const WoodburyInverse inverse(n, run);
  if (iterated)
    return by_dual_operator(
        f, k,
        [&](const MatrixD& b) {
          MatrixD x = b;
          inverse.solve(x, run);
          return x;
        },
        options, run);
  Stage stage(*run.observer, "dual eigenproblem", 4, "steps");
  MatrixD solved(f.cols(), rows), kernel(rows, rows);
  f.apply_transposed(MatrixD::Identity(rows, rows), solved, run);
  stage.advance_to(1);
  inverse.solve(solved, run);
  stage.advance_to(2);
  f.apply(solved, kernel, run);
  stage.advance_to(3);
  MatrixD symmetric = (kernel + kernel.transpose()) / 2, rows_of_vectors;
  VectorD ascending;
  lapack::syev_largest(symmetric, std::min(k, f.cols()), ascending, rows_of_vectors);
  const Index found = ascending.size();
  const double noise = found > 0 ? 16 * eigenvalue_noise(rows) * std::max(0.0, ascending[found - 1]) : 0;
  Index kept = 0;
  while (kept < found && ascending[found - 1 - kept] > noise) ++kept;
  GeneralisedEigen result;
  result.values = ascending.tail(kept).reverse();
  const MatrixD chosen = rows_of_vectors.bottomRows(kept).colwise().reverse().transpose();
  result.vectors.resize(f.cols(), kept);
  run.pool.for_blocks(f.cols(), 512, [&](Index begin, Index end) {
    gemm(Transpose::no, Transpose::no, 1.0, solved.middleRows(begin, end - begin), chosen, 0.0,
         result.vectors.middleRows(begin, end - begin));
  });
  scale_columns(result.vectors, result.values);
  stage.advance_to(4);
  return result;
}

GeneralisedEigen by_gradients(const LinearOperator<double>& f, const RidgeMatrix& n, Index k,
                              const GeneralisedEigenOptions& options, const Run& run) {
  // Inner solves are exact to well below the residual asked for, so that K is symmetric as far as the SVD can see.
  const double tolerance = std::max(1e-13, tolerance_of(options) * 1e-4);
  return by_dual_operator(
      f, k,
      [&](const MatrixD& b) {
        MatrixD x(b.rows(), b.cols());
        solve_by_gradients(n, b, x, tolerance, most_gradient_steps, run);
        return x;
      },
      options, run);
}

/// Measures the residuals; values and lengths become those of the vectors themselves (x^T S x, with x^T N x = 1).
/// Returns the largest relative change of a value, which is rounding alone.
double settle(const LinearOperator<double>& f, const RidgeMatrix& n, GeneralisedEigen& eigen, const Run& run) {
  double change = 0;
  Stage stage(*run.observer, "measuring residuals", eigen.values.size(), "directions");
  eigen.residual = 0;
  MatrixD inner;
  for (Index first = 0; first < eigen.values.size(); first += residual_block) {
    const Index width = std::min(residual_block, eigen.values.size() - first);
    const MatrixD x = eigen.vectors.middleCols(first, width);
    inner.resize(f.rows(), width);
    MatrixD sx(x.rows(), width), nx(x.rows(), width);
    f.apply(x, inner, run);
    f.apply_transposed(inner, sx, run);
    n.apply(x, nx, run);
    for (Index j = 0; j < width; ++j) {
      const double squared = x.col(j).dot(nx.col(j)), value = x.col(j).dot(sx.col(j)) / squared;
      eigen.residual = std::max(eigen.residual, (sx.col(j) - value * nx.col(j)).norm() / (value * nx.col(j).norm()));
      change = std::max(change, std::abs(eigen.values[first + j] - value) / value);
      eigen.values[first + j] = value;
      eigen.vectors.col(first + j) /= std::sqrt(squared);
    }
    stage.advance_to(first + width);
  }
  return change;
}

/// By the shapes alone.
EigenRoute choose(const LinearOperator<double>& f, const RidgeMatrix& n, Index k) {
  const bool positive = n.size() > 0 && n.diagonal().minCoeff() > 0;
  // Iterated, the dual costs core^2 a vector, the Cholesky factor of N size^2 in float; dense, the dual costs texts^3.
  const Index core = n.z().rows();
  const bool worth_it = dual_is_iterated(f.rows(), k) ? 2 * core <= n.size() : 3 * std::max(f.rows(), core) <= n.size();
  if (positive && worth_it) return EigenRoute::dual;
  return n.size() <= largest_cholesky ? EigenRoute::cholesky : EigenRoute::matrix_free;
}

}  // namespace

std::string_view describe(EigenRoute route) {
  switch (route) {
    case EigenRoute::automatic:
      return "automatic";
    case EigenRoute::cholesky:
      return "Cholesky";
    case EigenRoute::dual:
      return "dual";
    case EigenRoute::matrix_free:
      return "matrix-free";
  }
  throw Error(ErrorCode::internal, "generalised eigenproblem", "unknown route");
}

GeneralisedEigen generalised_eigen(const LinearOperator<double>& f, const RidgeMatrix& n, Index k,
                                   const GeneralisedEigenOptions& options, const Run& run) {
  if (k < 1) throw Error(ErrorCode::usage, "generalised eigenproblem", "at least one eigenpair must be asked for");
  if (f.cols() != n.size()) throw Error(ErrorCode::internal, "generalised eigenproblem", "S and N do not fit");
  const EigenRoute route = options.route == EigenRoute::automatic ? choose(f, n, k) : options.route;
  // In float: half the time and memory. Whether that was enough for this N is measured, in double.
  bool in_float =
      route == EigenRoute::cholesky && tolerance_of(options) >= least_float_tolerance && n.size() >= least_float_size;
  for (;;) {
    try {
      GeneralisedEigen result = in_float                        ? by_cholesky<float>(f, n, k, options, run)
                                : route == EigenRoute::cholesky ? by_cholesky<double>(f, n, k, options, run)
                                : route == EigenRoute::dual     ? by_dual(f, n, k, options, run)
                                                                : by_gradients(f, n, k, options, run);
      result.route = route;
      MatrixD unused(0, result.vectors.cols());
      fix_signs(result.vectors, unused);
      if (const double change = settle(f, n, result, run); !in_float || change <= most_float_change) return result;
    } catch (const Error& error) {
      if (!in_float || error.code() != ErrorCode::data) throw;
    }
    in_float = false;
  }
}

}  // namespace couplet
