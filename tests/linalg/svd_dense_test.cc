#include "couplet/linalg/svd_dense.h"

#include <doctest/doctest.h>

#include <limits>

#include "couplet/base/error.h"
#include "tests/linalg/samples.h"

using namespace couplet;

TEST_CASE_TEMPLATE("tall, wide and square: factors give the matrix back", T, float, double) {
  const double near = std::is_same_v<T, float> ? 1e-5 : 1e-13;
  for (const auto& [m, n] : {std::pair<Index, Index>{30, 7}, {7, 30}, {12, 12}, {1, 1}, {1, 5}}) {
    const Matrix<T> a = random_matrix(m, n, 5).template cast<T>();
    const DenseSvd<T> svd = svd_dense<T>(a);
    CHECK(svd.s.size() == std::min(m, n));
    CHECK(defect(svd.u) < near);
    CHECK(defect(svd.v) < near);
    CHECK((svd.u * svd.s.asDiagonal() * svd.v.transpose() - a).cwiseAbs().maxCoeff() < near);
    for (Index j = 0; j < svd.s.size(); ++j) {
      Index largest;
      svd.u.col(j).cwiseAbs().maxCoeff(&largest);
      CHECK(svd.u(largest, j) > 0);
      if (j > 0) CHECK(svd.s[j] <= svd.s[j - 1]);
    }
  }
}

TEST_CASE("empty and not finite") {
  CHECK(svd_dense<double>(MatrixD(0, 4)).s.size() == 0);
  MatrixD a = MatrixD::Ones(2, 2);
  a(0, 1) = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(svd_dense<double>(a), Error);
}
