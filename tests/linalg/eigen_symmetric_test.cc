#include "couplet/linalg/eigen_symmetric.h"

#include <doctest/doctest.h>

#include <limits>

#include "couplet/base/error.h"
#include "tests/linalg/samples.h"

using namespace couplet;

TEST_CASE("eigenpairs: descending, orthonormal, signs fixed, and they give the matrix back") {
  const MatrixD x = random_matrix(20, 20, 1), c = x + x.transpose();
  const SymmetricEigen eigen = eigen_symmetric(c);
  for (Index j = 1; j < 20; ++j) CHECK(eigen.values[j] <= eigen.values[j - 1]);
  CHECK(defect(eigen.vectors) < 1e-13);
  CHECK((eigen.vectors * eigen.values.asDiagonal() * eigen.vectors.transpose() - c).cwiseAbs().maxCoeff() < 1e-12);
  for (Index j = 0; j < 20; ++j) {
    Index largest;
    eigen.vectors.col(j).cwiseAbs().maxCoeff(&largest);
    CHECK(eigen.vectors(largest, j) > 0);
  }
}

TEST_CASE("a known two by two matrix") {
  MatrixD c(2, 2);
  c << 2, -1, -1, 2;
  const SymmetricEigen eigen = eigen_symmetric(c);
  CHECK(eigen.values[0] == doctest::Approx(3));
  CHECK(eigen.values[1] == doctest::Approx(1));
  CHECK(eigen.vectors(0, 0) * eigen.vectors(1, 0) == doctest::Approx(-0.5));
  CHECK(eigen_symmetric(MatrixD(0, 0)).values.size() == 0);
}

TEST_CASE("inverse square root and inverse with a ridge") {
  const MatrixD x = random_matrix(50, 8, 2), c = x.transpose() * x / 50, identity = MatrixD::Identity(8, 8);
  const MatrixD w = inverse_square_root(c, 0.3), ridged = c + 0.3 * identity;
  CHECK((w * ridged * w - identity).cwiseAbs().maxCoeff() < 1e-12);
  CHECK(identical(w, MatrixD(w.transpose())));
  CHECK((ridge_inverse(c, 0.3) * ridged - identity).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("a singular covariance without ridge: pseudo-inverse, nothing infinite") {
  const MatrixD x = random_matrix(3, 6, 3), c = x.transpose() * x;
  const MatrixD w = inverse_square_root(c, 0), inverse = ridge_inverse(c, 0);
  CHECK(w.allFinite());
  CHECK((c * inverse * c - c).cwiseAbs().maxCoeff() < 1e-10);
  CHECK((w * w - inverse).cwiseAbs().maxCoeff() < 1e-10);
  CHECK(inverse_square_root(MatrixD::Zero(3, 3), 0).isZero(0));
  // A slightly negative eigenvalue is rounding and counts as 0.
  MatrixD almost = MatrixD::Zero(2, 2);
  almost(0, 0) = 1;
  almost(1, 1) = -1e-18;
  CHECK(ridge_inverse(almost, 0.25)(1, 1) == doctest::Approx(4));
}

TEST_CASE("bad matrices") {
  MatrixD c = MatrixD::Identity(3, 3);
  c(1, 2) = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH_AS(eigen_symmetric(c), "matrix: an entry is not a finite number", Error);
  CHECK_THROWS_AS(eigen_symmetric(MatrixD(2, 3)), Error);
  CHECK_THROWS_WITH_AS(inverse_square_root(MatrixD::Identity(2, 2), -1.0), "ridge: must be 0 or a positive number",
                       Error);
}
