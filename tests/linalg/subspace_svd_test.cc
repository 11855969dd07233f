#include "couplet/linalg/subspace_svd.h"

#include <doctest/doctest.h>

#include "couplet/linalg/operators.h"
#include "couplet/linalg/svd_dense.h"
#include "tests/base/expect_error.h"
#include "tests/base/threads.h"
#include "tests/linalg/samples.h"

using namespace couplet;

TEST_CASE("subspace iteration finds what the dense decomposition finds, given rounds enough") {
  const MatrixD a = random_matrix(120, 80, 3);
  const DenseSvd<double> dense = svd_dense<double>(a);
  const DenseOperator<double> op(a);
  const TruncatedSvd<double> found = subspace_svd<double>(op, 5, 200, Run());
  for (Index k = 0; k < 5; ++k) CHECK(found.s[k] == doctest::Approx(dense.s[k]).epsilon(1e-9));
  CHECK(found.residual < 1e-5);
  const TruncatedSvd<double> rough = subspace_svd<double>(op, 5, 1, Run());
  CHECK(rough.residual > 0.01);
  CHECK(rough.s[0] < dense.s[0] * (1 + 1e-12));
}

TEST_CASE("subspace iteration: rank below what is asked, threads, bad numbers") {
  const MatrixD a = random_matrix(300, 4, 4) * random_matrix(4, 200, 5);
  const DenseOperator<double> op(a);
  const TruncatedSvd<double> one = subspace_svd<double>(op, 10, 3, with_threads(1));
  CHECK(one.s.size() == 4);
  for (const int threads : {2, 3}) {
    const TruncatedSvd<double> many = subspace_svd<double>(op, 10, 3, with_threads(threads));
    CHECK(one.u == many.u);
    CHECK(one.v == many.v);
  }
  expect_error(ErrorCode::usage, "subspace iteration: needs at least 1 vector and no negative number of rounds",
               [&] { subspace_svd<double>(op, 0, 3, Run()); });
}
