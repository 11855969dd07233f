#include "couplet/linalg/lapack.h"

#include <doctest/doctest.h>

#include "couplet/base/error.h"
#include "tests/linalg/samples.h"

using namespace couplet;

TEST_CASE("gemm: every transposition, on parts of wider matrices") {
  const MatrixD wide_a = random_matrix(9, 20, 1), wide_b = random_matrix(30, 11, 2);
  for (const Transpose ta : {Transpose::no, Transpose::yes})
    for (const Transpose tb : {Transpose::no, Transpose::yes}) {
      const MatrixD a = ta == Transpose::no ? random_matrix(5, 7, 3) : random_matrix(7, 5, 3);
      const MatrixD b = tb == Transpose::no ? random_matrix(7, 4, 4) : random_matrix(4, 7, 4);
      MatrixD c = random_matrix(5, 4, 5), wanted(5, 4);
      for (Index i = 0; i < 5; ++i)
        for (Index j = 0; j < 4; ++j) {
          double sum = 0;
          for (Index k = 0; k < 7; ++k)
            sum += (ta == Transpose::no ? a(i, k) : a(k, i)) * (tb == Transpose::no ? b(k, j) : b(j, k));
          wanted(i, j) = 2 * sum + 0.5 * c(i, j);
        }
      gemm(ta, tb, 2.0, a, b, 0.5, c);
      CHECK((c - wanted).cwiseAbs().maxCoeff() < 1e-13);
    }
  MatrixD out = MatrixD::Constant(6, 8, 77.0);
  gemm(Transpose::no, Transpose::no, 1.0, wide_a.block(2, 3, 3, 6), wide_b.block(1, 2, 6, 5), 0.0,
       out.block(1, 1, 3, 5));
  CHECK((out.block(1, 1, 3, 5) - wide_a.block(2, 3, 3, 6) * wide_b.block(1, 2, 6, 5)).cwiseAbs().maxCoeff() < 1e-13);
  CHECK(out(0, 0) == 77.0);
  CHECK(out(4, 1) == 77.0);
}

TEST_CASE("gemm: empty sums and wrong shapes") {
  MatrixD c = MatrixD::Ones(2, 3);
  gemm(Transpose::no, Transpose::no, 1.0, MatrixD(2, 0), MatrixD(0, 3), 0.0, c);
  CHECK(c.isZero(0));
  CHECK_THROWS_AS(gemm(Transpose::no, Transpose::no, 1.0, MatrixD(2, 3), MatrixD(2, 3), 0.0, c), Error);
}

TEST_CASE("triangular solve is forward substitution of each row") {
  MatrixD l = random_matrix(6, 6, 8);
  for (Index i = 0; i < 6; ++i) {
    l(i, i) = 2 + std::abs(l(i, i));
    for (Index j = i + 1; j < 6; ++j) l(i, j) = 0;
  }
  const MatrixD wanted = random_matrix(4, 6, 9);
  MatrixD x = wanted * l.transpose();
  solve_lower_transposed(l, x);
  CHECK((x - wanted).cwiseAbs().maxCoeff() < 1e-13);
}

TEST_CASE("Householder QR of a tall matrix") {
  const MatrixD a = random_matrix(40, 6, 10);
  MatrixD q = a, r;
  lapack::qr_householder(q, r);
  CHECK(defect(q) < 1e-13);
  CHECK((q * r - a).cwiseAbs().maxCoeff() < 1e-13);
  CHECK(r(3, 1) == 0.0);
  MatrixD flat = random_matrix(3, 5, 1);
  CHECK_THROWS_AS(lapack::qr_householder(flat, r), Error);
}

TEST_CASE("Cholesky factor, its inverse, and a matrix that has none") {
  const MatrixD x = random_matrix(30, 5, 11), g = x.transpose() * x;
  MatrixD r = g;
  REQUIRE(lapack::potrf_upper(r));
  CHECK((r.transpose() * r - g).cwiseAbs().maxCoeff() < 1e-12);
  CHECK(r(4, 0) == 0.0);
  MatrixD inverse = r;
  lapack::trtri_upper(inverse);
  CHECK((inverse * r - MatrixD::Identity(5, 5)).cwiseAbs().maxCoeff() < 1e-12);
  MatrixD negative = -g;
  CHECK_FALSE(lapack::potrf_upper(negative));
}
