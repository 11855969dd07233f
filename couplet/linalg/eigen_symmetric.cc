#include "couplet/linalg/eigen_symmetric.h"

#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/linalg/lapack.h"

namespace couplet {
namespace {

/// vectors diag(f(value)) vectors^T, with f given the eigenvalue cleaned of noise plus the ridge.
template <class Function>
MatrixD function_of(const SymmetricEigen& eigen, double ridge, Function&& f) {
  if (!(ridge >= 0) || !std::isfinite(ridge)) throw Error(ErrorCode::usage, "ridge", "must be 0 or a positive number");
  const Index n = eigen.values.size();
  const double noise = n > 0 ? eigenvalue_noise(n) * std::max(eigen.values[0], 0.0) : 0;
  MatrixD scaled = eigen.vectors, result(n, n);
  for (Index j = 0; j < n; ++j) {
    const double value = (eigen.values[j] > noise ? eigen.values[j] : 0.0) + ridge;
    const double factor = value > 0 ? f(value) : 0.0;
    for (Index i = 0; i < n; ++i) scaled(i, j) *= factor;
  }
  gemm(Transpose::no, Transpose::yes, 1.0, scaled, eigen.vectors, 0.0, result);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) result(i, j) = result(j, i) = 0.5 * (result(i, j) + result(j, i));
  return result;
}

}  // namespace

double eigenvalue_noise(Index n) { return static_cast<double>(n) * std::numeric_limits<double>::epsilon(); }

SymmetricEigen eigen_symmetric(const ConstRef<double>& c) {
  if (c.rows() != c.cols()) throw Error(ErrorCode::internal, "eigen_symmetric", "the matrix is not square");
  if (!c.allFinite()) throw Error(ErrorCode::data, "matrix", "an entry is not a finite number");
  const Index n = c.rows();
  MatrixD rows = 0.5 * (c + c.transpose());
  VectorD ascending;
  lapack::syevd(rows, ascending);
  SymmetricEigen result{VectorD(n), MatrixD(n, n)};
  for (Index j = 0; j < n; ++j) {
    const Index source = n - 1 - j;
    result.values[j] = ascending[source];
    Index largest = 0;
    for (Index i = 1; i < n; ++i)
      if (std::abs(rows(source, i)) > std::abs(rows(source, largest))) largest = i;
    const double sign = rows(source, largest) < 0 ? -1.0 : 1.0;
    for (Index i = 0; i < n; ++i) result.vectors(i, j) = sign * rows(source, i);
  }
  return result;
}

MatrixD inverse_square_root(const SymmetricEigen& eigen, double ridge) {
  return function_of(eigen, ridge, [](double value) { return 1.0 / std::sqrt(value); });
}

MatrixD ridge_inverse(const SymmetricEigen& eigen, double ridge) {
  return function_of(eigen, ridge, [](double value) { return 1.0 / value; });
}

MatrixD inverse_square_root(const ConstRef<double>& c, double ridge) {
  return inverse_square_root(eigen_symmetric(c), ridge);
}

MatrixD ridge_inverse(const ConstRef<double>& c, double ridge) { return ridge_inverse(eigen_symmetric(c), ridge); }

}  // namespace couplet
