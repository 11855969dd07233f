#include "couplet/linalg/blocked_cholesky.h"

#include <doctest/doctest.h>

#include <limits>

#include "tests/base/expect_error.h"
#include "tests/base/recorded_progress.h"
#include "tests/linalg/samples.h"

using namespace couplet;

namespace {

MatrixD positive_definite(Index n, std::uint64_t seed) {
  if (n == 0) return {};
  const MatrixD b = random_matrix(n, n, seed);
  return b * b.transpose() / static_cast<double>(n) + 0.1 * MatrixD::Identity(n, n);
}

}  // namespace

TEST_CASE("solves, for sizes around the panels") {
  for (const Index n : {0, 1, 5, 255, 256, 257, 700}) {
    const MatrixD a = positive_definite(n, 1), b = random_matrix(n, 7, 2);
    MatrixD garbage_above = a;
    garbage_above.triangularView<Eigen::StrictlyUpper>().setConstant(1e300);
    const BlockedCholesky<double> cholesky(garbage_above, Run());
    MatrixD x = b;
    cholesky.solve(x, Run());
    CHECK((a * x - b).norm() <= 1e-10 * b.norm());
    // |L^-1 b|^2 = b^T a^-1 b
    MatrixD y = b;
    cholesky.solve_lower(y, Run());
    CHECK(y.squaredNorm() == doctest::Approx(b.cwiseProduct(x).sum()).epsilon(1e-10));
  }
}

TEST_CASE("the same bits for 1, 2 and 3 threads") {
  const MatrixD a = positive_definite(900, 3), b = random_matrix(900, 20, 4);
  MatrixD first;
  for (const int threads : {1, 2, 3}) {
    MatrixD x = b;
    BlockedCholesky<double>(a, run_with(threads)).solve(x, run_with(threads));
    if (threads == 1) first = x;
    CHECK(identical(first, x));
  }
}

TEST_CASE("matrices without a Cholesky factor") {
  MatrixD a = positive_definite(300, 5);
  a(299, 299) = -1;
  expect_error(ErrorCode::data, "Cholesky: the matrix is not positive definite; add to its diagonal",
               [&] { BlockedCholesky<double>(a, Run()); });
  a = positive_definite(3, 5);
  a(2, 0) = std::numeric_limits<double>::quiet_NaN();
  expect_error(ErrorCode::data, "Cholesky: the matrix is not positive definite; add to its diagonal",
               [&] { BlockedCholesky<double>(a, Run()); });
  expect_error(ErrorCode::internal, "Cholesky: the matrix is not square",
               [&] { BlockedCholesky<double>(MatrixD(2, 3), Run()); });
}

TEST_CASE("Cholesky tells how far it is, panel by panel") {
  RecordedProgress progress;
  Run run = run_with(2);
  run.observer = &progress;
  const BlockedCholesky<double> cholesky(positive_definite(900, 3), run);
  CHECK(progress.went_through("Cholesky decomposition", 4));
  CHECK(progress.steps["Cholesky decomposition"][0] == 16);  // of 30: the first of four panels has most of the work
}
