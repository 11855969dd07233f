#include "couplet/linalg/bidiagonalisation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/random.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/qr.h"

namespace couplet {

template <class T>
Matrix<T> random_panel(Index n, Index b, std::uint64_t stream, const Run& run) {
  constexpr Index piece = 4096;
  Matrix<T> panel(n, b);
  run.pool.for_blocks(n, piece, [&](Index begin, Index end) {
    Random random(run.seed, (stream << 32) + static_cast<std::uint64_t>(begin / piece));
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < b; ++c) panel(i, c) = static_cast<T>(random.normal());
  });
  return panel;
}

template <class T>
Bidiagonalisation<T>::Bidiagonalisation(const LinearOperator<T>& a, Index capacity, const Run& run)
    : a_(a), run_(run), u_(a.rows(), capacity), v_(a.cols(), capacity), next_(a.cols(), 0), g_(0, 0) {}

template <class T>
double Bidiagonalisation<T>::drop() const {
  return 16 * static_cast<double>(std::numeric_limits<T>::epsilon()) * norm_;
}

/// w = basis c + q r: c is added to `coefficients`, q replaces w, r is returned. A second pass follows where the first
/// took most of a column away (Kahan and Parlett: twice is enough).
template <class T>
MatrixD Bidiagonalisation<T>::orthogonalise(const KrylovBasis<T>& basis, Matrix<T>& w, MatrixD& coefficients) const {
  const MatrixD c = basis.project_out(w, run_);
  coefficients += c;
  MatrixD r = orthonormalise(w, drop(), run_);
  bool again = false;
  for (Index j = 0; j < r.cols() && !again; ++j) again = c.col(j).squaredNorm() > 0.01 * r.col(j).squaredNorm();
  if (!again || w.cols() == 0) return r;
  const MatrixD c2 = basis.project_out(w, run_);
  coefficients += c2 * r;
  const MatrixD r2 = orthonormalise(w, 0.5, run_);  // what shrinks by half now was rounding
  return r2 * r;
}

/// The same against U, where only the first ill-conditioned block makes the full work necessary.
template <class T>
MatrixD Bidiagonalisation<T>::orthogonalise_u(Matrix<T>& w, MatrixD& coefficients) {
  constexpr double least_condition = 0.01;
  if (full_u_ || outside_) return orthogonalise(u_, w, coefficients);
  const MatrixD r = orthonormalise(w, drop(), run_);
  MatrixD small = r, x, yt;
  VectorD s;
  lapack::gesdd(small, x, s, yt);
  if (r.rows() == r.cols() && s[s.size() - 1] >= least_condition * std::max(norm_, s[0])) return r;
  full_u_ = true;
  MatrixD c = MatrixD::Zero(u_.count(), w.cols());
  const MatrixD r2 = orthogonalise(u_, w, c);
  coefficients += c * r;
  return r2 * r;
}

template <class T>
void Bidiagonalisation<T>::add_random(Index b, std::uint64_t stream) {
  add_directions(random_panel<T>(a_.cols(), b, stream, run_));
}

template <class T>
void Bidiagonalisation<T>::add_directions(Matrix<T> panel) {
  // Against V and F twice; F is not in the basis yet, but small.
  for (int pass = 0; pass < 2; ++pass) {
    v_.project_out(panel, run_);
    if (next_.cols() > 0) {
      KrylovBasis<T> next(a_.cols(), next_.cols());
      next.append(next_, run_);
      next.project_out(panel, run_);
    }
    orthonormalise(panel, pass == 0 ? 1e-3 : 0.5, run_);
  }
  const Index old = next_.cols();
  const Index added = std::clamp<Index>(a_.cols() - v_.count() - old, 0, panel.cols());
  Matrix<T> wider(a_.cols(), old + added);
  wider.leftCols(old) = next_;
  wider.rightCols(added) = panel.leftCols(added);
  next_.swap(wider);
  MatrixD g = MatrixD::Zero(next_.cols(), u_.count());
  g.topRows(old) = g_;
  g_.swap(g);
  outside_ = true;
}

template <class T>
void Bidiagonalisation<T>::expand() {
  const Index q = v_.count(), p = u_.count(), width = next_.cols();
  v_.append(next_, run_);
  Matrix<T> w(a_.rows(), width);
  a_.apply(next_, w, run_);
  // U^T A F = G^T is known; taking the known part off first leaves a small correction, so that one full pass does.
  // Outside a restart G has only the last rows of U.
  Index first = 0;
  while (first < p && g_.col(first).isZero(0)) ++first;
  MatrixD c = MatrixD::Zero(p, width);
  c.bottomRows(p - first) = g_.rightCols(p - first).transpose();
  u_.subtract(w, first, c.bottomRows(p - first), run_);
  if (p == 0)
    for (Index j = 0; j < width; ++j)
      norm_ = std::max(norm_, std::sqrt(w.col(j).template cast<double>().squaredNorm()));
  const MatrixD r = orthogonalise_u(w, c);
  outside_ = false;
  if (q + width > b_.cols()) {  // grow by half at least: its size is squared
    const Index size = std::min(v_.capacity(), std::max(q + width, 3 * b_.cols() / 2));
    b_.conservativeResizeLike(MatrixD::Zero(size, size));
  }
  b_.block(0, q, p, width) = c;
  b_.block(p, q, r.rows(), width) = r;
  for (Index j = 0; j < width; ++j) norm_ = std::max(norm_, std::sqrt(c.col(j).squaredNorm() + r.col(j).squaredNorm()));
  u_.append(w, run_);

  Matrix<T> z(a_.cols(), w.cols());
  if (w.cols() > 0) a_.apply_transposed(w, z, run_);
  v_.subtract(z, q, r.transpose(), run_);
  MatrixD known = MatrixD::Zero(v_.count(), w.cols());  // equal to B's new rows; only what is beyond V is news
  const MatrixD g = orthogonalise(v_, z, known);
  g_ = MatrixD::Zero(g.rows(), u_.count());
  g_.rightCols(g.cols()) = g;
  next_.swap(z);
}

template <class T>
RitzTriplets Bidiagonalisation<T>::triplets() const {
  RitzTriplets ritz;
  MatrixD small = b_.topLeftCorner(u_.count(), v_.count()), yt;
  lapack::gesdd(small, ritz.x, ritz.s, yt);
  ritz.y = yt.transpose();
  add_residuals(ritz);
  return ritz;
}

template <class T>
RitzTriplets Bidiagonalisation<T>::estimates(Index count) const {
  const Index p = u_.count();
  const MatrixD small = b_.topLeftCorner(p, v_.count());
  MatrixD square(p, p), rows;
  gemm(Transpose::no, Transpose::yes, 1.0, small, small, 0.0, square);
  VectorD ascending;
  lapack::syev_largest(square, count, ascending, rows);
  RitzTriplets ritz;
  ritz.s = ascending.reverse().cwiseMax(0.0).cwiseSqrt();
  ritz.x = rows.colwise().reverse().transpose();
  add_residuals(ritz);
  return ritz;
}

template <class T>
void Bidiagonalisation<T>::complete(RitzTriplets& estimate, Index k) const {
  const MatrixD small = b_.topLeftCorner(u_.count(), v_.count()), x = estimate.x.leftCols(k);
  estimate.x = x;
  estimate.y.resize(v_.count(), k);
  gemm(Transpose::yes, Transpose::no, 1.0, small, x, 0.0, estimate.y);
  for (Index i = 0; i < estimate.y.rows(); ++i)
    for (Index j = 0; j < k; ++j) estimate.y(i, j) /= estimate.s[j];
  estimate.s.conservativeResize(k);
  estimate.residuals.conservativeResize(k);
}

/// |A^T (U x) - s (V y)| = |G x|
template <class T>
void Bidiagonalisation<T>::add_residuals(RitzTriplets& ritz) const {
  ritz.residuals = VectorD::Zero(ritz.s.size());
  MatrixD gx(g_.rows(), ritz.x.cols());
  gemm(Transpose::no, Transpose::no, 1.0, g_, ritz.x, 0.0, gx);
  for (Index i = 0; i < gx.rows(); ++i)
    for (Index j = 0; j < gx.cols(); ++j) ritz.residuals[j] += gx(i, j) * gx(i, j);
  for (double& value : ritz.residuals) value = std::sqrt(value);
}

template <class T>
void Bidiagonalisation<T>::restart(const RitzTriplets& ritz, Index keep) {
  u_.compress(ritz.x.leftCols(keep), run_);
  v_.compress(ritz.y.leftCols(keep), run_);
  b_.setZero();
  for (Index i = 0; i < keep; ++i) b_(i, i) = ritz.s[i];
  MatrixD g(g_.rows(), keep);
  gemm(Transpose::no, Transpose::no, 1.0, g_, ritz.x.leftCols(keep), 0.0, g);
  g_.swap(g);
}

template Matrix<float> random_panel(Index, Index, std::uint64_t, const Run&);
template Matrix<double> random_panel(Index, Index, std::uint64_t, const Run&);
template class Bidiagonalisation<float>;
template class Bidiagonalisation<double>;

}  // namespace couplet
