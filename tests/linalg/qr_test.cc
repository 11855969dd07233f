#include "couplet/linalg/qr.h"

#include <doctest/doctest.h>

#include <limits>

#include "couplet/base/error.h"
#include "tests/base/thread_team.h"
#include "tests/linalg/samples.h"

using namespace couplet;

TEST_CASE_TEMPLATE("a well-conditioned panel", T, float, double) {
  const Matrix<T> panel = random_matrix(9000, 16, 1).template cast<T>();
  Matrix<T> first;
  MatrixD first_r;
  for (const int threads : {1, 2, 3}) {
    Matrix<T> q = panel;
    const MatrixD r = orthonormalise(q, 1e-6, run_with(threads));
    if (threads == 1) first = q, first_r = r;
    CHECK(identical(first, q));
    CHECK(identical(first_r, r));
  }
  REQUIRE(first_r.rows() == 16);
  CHECK(defect(first) < (std::is_same_v<T, float> ? 2e-6 : 1e-14));
  CHECK((first.template cast<double>() * first_r - panel.template cast<double>()).cwiseAbs().maxCoeff() <
        (std::is_same_v<T, float> ? 1e-5 : 1e-13));
}

TEST_CASE_TEMPLATE("a team shares a long panel, and has the same bits", T, float, double) {
  const Matrix<T> panel = random_matrix(20000, 12, 4).template cast<T>();
  Matrix<T> alone = panel;
  const MatrixD r = orthonormalise(alone, 1e-6, Run());
  for (const int processes : {2, 3})
    for (const bool same : in_team(processes, [&](Team& team) {
           Run run;
           run.team = &team;
           Matrix<T> q = panel;
           const MatrixD own = orthonormalise(q, 1e-6, run);
           return identical(own, r) && identical(q, alone);
         }))
      CHECK(same);
}

TEST_CASE("dependent, tiny and zero columns are dropped, and the rest gives the panel back") {
  MatrixD panel = random_matrix(7000, 6, 2);
  panel.col(2) = 3 * panel.col(0) - panel.col(5);
  panel.col(3).setZero();
  panel.col(4) *= 1e-9;
  for (const double drop : {1e-5, 1e-12}) {
    MatrixD first;
    for (const int threads : {1, 3}) {
      MatrixD q = panel;
      const MatrixD r = orthonormalise(q, drop, run_with(threads));
      CHECK(r.rows() == (drop > 1e-9 ? 3 : 4));
      CHECK(q.cols() == r.rows());
      CHECK(defect(q) < 1e-12);
      CHECK((q * r - panel).cwiseAbs().maxCoeff() < drop + 1e-11);
      if (threads == 1) first = q;
      CHECK(identical(first, q));
    }
  }
}

TEST_CASE("nearly dependent columns keep their small part") {
  MatrixD panel = random_matrix(5000, 3, 3);
  panel.col(1) = panel.col(0) + 1e-8 * panel.col(1);
  MatrixD q = panel;
  const MatrixD r = orthonormalise(q, 1e-12, Run());
  CHECK(r.rows() == 3);
  CHECK(defect(q) < 1e-12);
  CHECK((q * r - panel).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("zero, empty, wide and infinite panels") {
  MatrixD zero = MatrixD::Zero(100, 4);
  CHECK(orthonormalise(zero, 0.0, Run()).rows() == 0);
  CHECK(zero.cols() == 0);
  MatrixD none(10, 0);
  CHECK(orthonormalise(none, 0.0, Run()).rows() == 0);
  const MatrixD wide = random_matrix(3, 8, 4);
  MatrixD q = wide;
  const MatrixD r = orthonormalise(q, 1e-12, Run());
  CHECK(r.rows() == 3);
  CHECK((q * r - wide).cwiseAbs().maxCoeff() < 1e-13);
  MatrixD bad = random_matrix(50, 2, 5);
  bad(3, 1) = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(orthonormalise(bad, 0.0, Run()), Error);
}
