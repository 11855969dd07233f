#include "couplet/linalg/incomplete_cholesky.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "couplet/base/error.h"
#include "tests/linalg/samples.h"

using namespace couplet;

namespace {

MatrixD gaussian_gram(const MatrixD& x, double sigma) {
  MatrixD k(x.rows(), x.rows());
  for (Index i = 0; i < x.rows(); ++i)
    for (Index j = 0; j < x.rows(); ++j) k(i, j) = std::exp(-(x.row(i) - x.row(j)).squaredNorm() / (2 * sigma * sigma));
  return k;
}

KernelBlock block_of(const MatrixD& k) {
  return [&k](Index first, std::span<const Index> pivots, MutableRef<double> out) {
    for (Index i = 0; i < out.rows(); ++i)
      for (std::size_t j = 0; j < pivots.size(); ++j) out(i, Index(j)) = k(first + i, pivots[j]);
  };
}

}  // namespace

TEST_CASE("full rank gives the kernel matrix back, with lower triangular pivot rows") {
  const MatrixD k = gaussian_gram(random_matrix(150, 4, 1), 1.0);
  const auto icd = incomplete_cholesky(k.diagonal(), block_of(k), 150, 0, Run());
  CHECK((icd.a * icd.a.transpose() - k).cwiseAbs().maxCoeff() < 1e-10);
  CHECK(std::set<Index>(icd.pivots.begin(), icd.pivots.end()).size() == icd.pivots.size());
  const MatrixD l = pivot_rows(icd);
  for (Index i = 0; i < l.rows(); ++i) {
    CHECK(l(i, i) > 0);
    for (Index j = i + 1; j < l.cols(); ++j) CHECK(l(i, j) == 0.0);
  }
}

TEST_CASE("every pivot had at least half of the largest residual, the first one all of it") {
  MatrixD k = gaussian_gram(random_matrix(300, 3, 2), 0.7);
  const MatrixD scale = (random_matrix(300, 1, 9).array().abs() + 0.2).matrix();
  for (Index i = 0; i < 300; ++i)
    for (Index j = 0; j < 300; ++j) k(i, j) *= scale(i, 0) * scale(j, 0);
  const auto icd = incomplete_cholesky(k.diagonal(), block_of(k), 80, 0, Run());
  REQUIRE(icd.pivots.size() == 80);
  MatrixD residual = k;
  for (Index j = 0; j < 80; ++j) {
    const double largest = residual.diagonal().maxCoeff(), chosen = residual(icd.pivots[j], icd.pivots[j]);
    CHECK(chosen >= (j == 0 ? 1.0 : 0.5) * largest * (1 - 1e-9));
    residual -= icd.a.col(j) * icd.a.col(j).transpose();
  }
  CHECK(residual.diagonal().minCoeff() > -1e-12);
  CHECK(icd.residual_trace == doctest::Approx(residual.trace() / k.trace()).epsilon(1e-9));
}

TEST_CASE("ends at the rank of the kernel, duplicates or not") {
  MatrixD x = random_matrix(1000, 5, 3);
  for (Index i = 500; i < 1000; ++i) x.row(i) = x.row(i - 500);
  const MatrixD k = x * x.transpose();
  const auto icd = incomplete_cholesky(k.diagonal(), block_of(k), 100, 0, Run());
  CHECK(icd.pivots.size() == 5);
  CHECK(icd.a.cols() == 5);
  CHECK((icd.a * icd.a.transpose() - k).cwiseAbs().maxCoeff() < 1e-9);
  const MatrixD one = MatrixD::Ones(20, 20);
  CHECK(incomplete_cholesky(one.diagonal(), block_of(one), 20, 0, Run()).pivots == std::vector<Index>{0});
  const MatrixD zero = MatrixD::Zero(7, 7);
  CHECK(incomplete_cholesky(zero.diagonal(), block_of(zero), 3, 0, Run()).a.cols() == 0);
  CHECK(incomplete_cholesky(VectorD(0), block_of(zero), 3, 0, Run()).a.rows() == 0);
}

TEST_CASE("stops at the tolerance and not a column later") {
  const MatrixD k = gaussian_gram(random_matrix(400, 2, 4), 1.0);
  for (const double tolerance : {0.3, 0.1, 0.03, 0.01, 0.001}) {  // within a batch of columns and at its end
    CAPTURE(tolerance);
    const auto icd = incomplete_cholesky(k.diagonal(), block_of(k), 400, tolerance, Run());
    CHECK(icd.residual_trace <= tolerance);
    const auto shorter = incomplete_cholesky(k.diagonal(), block_of(k), icd.a.cols() - 1, 0, Run());
    CHECK(shorter.residual_trace > tolerance);
    CHECK(icd.a.cols() == std::ssize(icd.pivots));
    CHECK((k - icd.a * icd.a.transpose()).trace() / k.trace() == doctest::Approx(icd.residual_trace).epsilon(1e-6));
  }
}

TEST_CASE("a training item extended lands on its own row; same bits for 1, 2 and 3 threads") {
  const MatrixD k = gaussian_gram(random_matrix(1300, 3, 5), 1.5);
  const auto icd = incomplete_cholesky(k.diagonal(), block_of(k), 40, 0, run_with(1));
  MatrixD x(1300, 40);
  for (Index j = 0; j < 40; ++j) x.col(j) = k.col(icd.pivots[j]);
  extend_features(pivot_rows(icd), x, run_with(2));
  CHECK((x - icd.a).cwiseAbs().maxCoeff() < 1e-7);
  for (const int threads : {2, 3}) {
    const auto again = incomplete_cholesky(k.diagonal(), block_of(k), 40, 0, run_with(threads));
    CHECK(again.pivots == icd.pivots);
    CHECK(identical(again.a, icd.a));
  }
}

TEST_CASE("bad diagonals and ranks") {
  const MatrixD k = MatrixD::Identity(3, 3);
  VectorD diagonal = k.diagonal();
  diagonal[1] = -2;
  CHECK_THROWS_WITH_AS(incomplete_cholesky(diagonal, block_of(k), 2, 0, Run()),
                       "item 1: k(x, x) is -2; a kernel's diagonal is a finite number, never negative", Error);
  CHECK_THROWS_WITH_AS(incomplete_cholesky(k.diagonal(), block_of(k), 0, 0, Run()), "rank: must be 1 or more", Error);
  CHECK_THROWS_AS(incomplete_cholesky(k.diagonal(), block_of(k), 1, -0.1, Run()), Error);
  Run tight;
  tight.memory = MemoryBudget(10);
  CHECK_THROWS_AS(incomplete_cholesky(k.diagonal(), block_of(k), 2, 0, tight), Error);
}
