// The score of two features against the formulas written out.
#include "couplet/methods/cooccurrence/coupling.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/linalg/eigen_symmetric.h"
#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

/// Inverse by Gauss and Jordan with pivoting: slow, and independent of what is tested.
MatrixD naive_inverse(MatrixD a) {
  const Index n = a.rows();
  MatrixD inverse = MatrixD::Identity(n, n);
  for (Index c = 0; c < n; ++c) {
    Index pivot = c;
    for (Index r = c; r < n; ++r)
      if (std::abs(a(r, c)) > std::abs(a(pivot, c))) pivot = r;
    a.row(c).swap(a.row(pivot));
    inverse.row(c).swap(inverse.row(pivot));
    const double divisor = a(c, c);
    a.row(c) /= divisor;
    inverse.row(c) /= divisor;
    for (Index r = 0; r < n; ++r) {
      if (r == c) continue;
      const double factor = a(r, c);
      a.row(r) -= factor * a.row(c);
      inverse.row(r) -= factor * inverse.row(c);
    }
  }
  return inverse;
}

std::vector<double> scores_by(const MatrixD& w, const Moments& moments, const RowPairs& rows) {
  std::vector<double> scores;
  for (Index i = 0; i < rows.left.rows(); ++i)
    scores.push_back(
        (rows.left.row(i).transpose() - moments.mean_x).dot(w * (rows.right.row(i).transpose() - moments.mean_y)));
  return scores;
}

std::vector<double> scores_by(const Coupling& coupling, const RowPairs& rows) {
  const MatrixD u = coupling.embed(Side::left, rows.left), v = coupling.embed(Side::right, rows.right);
  std::vector<double> scores;
  for (Index i = 0; i < u.rows(); ++i) scores.push_back(u.row(i).dot(v.row(i)));
  return scores;
}

/// (Cxx + aI)^-1 Cxy (Cyy + bI)^-1
MatrixD whitened(const Moments& moments, double lambda) {
  MatrixD xx = moments.cov_xx(), yy = moments.cov_yy();
  const double a = lambda * xx.trace() / static_cast<double>(xx.rows()),
               b = lambda * yy.trace() / static_cast<double>(yy.rows());
  xx.diagonal().array() += a;
  yy.diagonal().array() += b;
  return naive_inverse(xx) * moments.cov_xy() * naive_inverse(yy);
}

}  // namespace

TEST_CASE("plain: (x - mx)^T Cxy (y - my)") {
  const RowPairs train = correlated_rows(80, 6, 4, 11), fresh = correlated_rows(20, 6, 4, 12);
  const Moments moments = moments_of(train);
  const Coupling coupling(moments, {0, false});
  CHECK(relative_error(scores_by(coupling, fresh), scores_by(moments.cov_xy(), moments, fresh)) < 1e-13);
  CHECK(coupling.ridge(Side::left) == 0);
}

TEST_CASE("whitened: (Cxx + aI)^-1 Cxy (Cyy + bI)^-1, on either side of square") {
  for (const auto& sizes : {std::pair<Index, Index>{6, 4}, {4, 6}, {5, 5}, {1, 3}})
    for (const double lambda : {1e-3, 0.1, 10.0}) {
      const Index dx = sizes.first, dy = sizes.second;
      CAPTURE(dx);
      CAPTURE(lambda);
      const RowPairs train = correlated_rows(80, dx, dy, 13), fresh = correlated_rows(20, dx, dy, 14);
      const Moments moments = moments_of(train);
      const Coupling coupling(moments, {lambda, false});
      CHECK(relative_error(scores_by(coupling, fresh), scores_by(whitened(moments, lambda), moments, fresh)) < 1e-9);
      CHECK(coupling.ridge(Side::right) ==
            doctest::Approx(lambda * moments.cov_yy().trace() / static_cast<double>(dy)));
    }
}

TEST_CASE("canonical cosine: S^1/2 U^T (Cxx + aI)^-1/2 x and S^1/2 V^T (Cyy + bI)^-1/2 y, at unit length") {
  // With R = Cx^-1/2 Cxy Cy^-1/2 = U S V^T the squared lengths are x^T Cx^-1/2 (R R^T)^1/2 Cx^-1/2 x, likewise y: no
  // SVD needed.
  const RowPairs train = correlated_rows(80, 5, 4, 15), fresh = correlated_rows(20, 5, 4, 16);
  const Moments moments = moments_of(train);
  const double lambda = 0.1;
  const Coupling coupling(moments, {lambda, true});
  MatrixD xx = moments.cov_xx(), yy = moments.cov_yy();
  xx.diagonal().array() += lambda * xx.trace() / 5;
  yy.diagonal().array() += lambda * yy.trace() / 4;
  const auto square_root = [](const MatrixD& c) -> MatrixD {
    const SymmetricEigen eigen = eigen_symmetric(c);
    return eigen.vectors * eigen.values.cwiseMax(0).cwiseSqrt().asDiagonal() * eigen.vectors.transpose();
  };
  const MatrixD px = naive_inverse(square_root(xx)), py = naive_inverse(square_root(yy));
  const MatrixD r = px * moments.cov_xy() * py;
  const MatrixD gx = px * square_root(r * r.transpose()) * px, gy = py * square_root(r.transpose() * r) * py;
  const std::vector<double> inner = scores_by(px * r * py, moments, fresh), found = scores_by(coupling, fresh);
  std::vector<double> expected;
  for (Index i = 0; i < 20; ++i) {
    const VectorD x = fresh.left.row(i).transpose() - moments.mean_x,
                  y = fresh.right.row(i).transpose() - moments.mean_y;
    expected.push_back(inner[i] / std::sqrt(x.dot(gx * x) * y.dot(gy * y)));
  }
  CHECK(relative_error(found, expected) < 1e-7);
  for (const double score : found) CHECK(std::abs(score) <= 1 + 1e-12);
}

TEST_CASE("map is embed without centring and length") {
  const RowPairs train = correlated_rows(30, 5, 4, 17);
  const Coupling coupling(moments_of(train), {0.1, true});
  MatrixD centred = train.left;
  centred.rowwise() -= coupling.mean(Side::left).transpose();
  MatrixD mapped = coupling.map(Side::left, centred);
  for (Index i = 0; i < mapped.rows(); ++i) mapped.row(i).normalize();
  CHECK((mapped - coupling.embed(Side::left, train.left)).norm() < 1e-12);
  // The mean itself has no direction: it stays zero, not NaN.
  CHECK(coupling.embed(Side::left, coupling.mean(Side::left).transpose()).norm() == 0);
}

TEST_CASE("sides without any correlation score 0") {
  RowPairs rows;
  rows.left.resize(4, 1);
  rows.right.resize(4, 1);
  rows.left << 1, -1, 1, -1;
  rows.right << 1, 1, -1, -1;
  for (const CouplingOptions options : {CouplingOptions{0, false}, {0, true}, {0.1, false}, {0.1, true}}) {
    const Coupling coupling(moments_of(rows), options);
    CHECK(coupling.embed(Side::left, rows.left).cols() == coupling.embed(Side::right, rows.right).cols());
    for (const double score : scores_by(coupling, rows)) CHECK(score == 0);
  }
}

TEST_CASE("a side that does not vary, or no pair at all, is an error") {
  RowPairs constant = correlated_rows(500, 3, 2, 18);
  constant.right.setConstant(1e6 + 0.1);
  const std::string remedy = "; check --columns and --encoder, or give more pairs";
  expect_error(ErrorCode::data, "right side: all texts have the same vector (zero variance)" + remedy, [&] {
    Coupling(moments_of(constant), {0.1, true});
  });
  std::swap(constant.left, constant.right);
  expect_error(ErrorCode::data, "left side: all texts have the same vector (zero variance)" + remedy, [&] {
    Coupling(moments_of(constant), {0, false});
  });
  expect_error(ErrorCode::data, "left side: one pair only: nothing to compare it with" + remedy, [&] {
    Coupling(moments_of(correlated_rows(1, 3, 2, 19)), {0.1, true});
  });
  expect_error(ErrorCode::data, "no pair is left to learn from; check the input, --columns, --text and --vectors", [&] {
    Coupling(Moments(3, 2), {0.1, true});
  });
}

TEST_CASE("another power of the spectrum is had without solving again") {
  const RowPairs rows = correlated_rows(200, 6, 5, 11), fresh = correlated_rows(20, 6, 5, 12);
  const Moments moments = moments_of(rows);
  for (const double power : {0.0, 0.25, 1.5})
    CHECK(relative_error(scores_by(Coupling(moments, {0.2, true, 0.5}).at_power(power), fresh),
                         scores_by(Coupling(moments, {0.2, true, power}), fresh)) < 1e-12);
}
