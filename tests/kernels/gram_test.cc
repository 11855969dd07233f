#include "couplet/kernels/gram.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/base/error.h"
#include "couplet/linalg/incomplete_cholesky.h"
#include "tests/linalg/samples.h"

using namespace couplet;

namespace {

/// Centred cross-covariance by explicit features: HSIC = |C|^2.
double hsic_of_features(const MatrixD& phi, const MatrixD& psi) {
  const MatrixD a = phi.rowwise() - phi.colwise().mean(), b = psi.rowwise() - psi.colwise().mean();
  return (a.transpose() * b / static_cast<double>(phi.rows())).squaredNorm();
}

double hsic_of_grams(const MatrixD& k, const MatrixD& l) {
  const double n = static_cast<double>(k.rows());
  return centred(k).cwiseProduct(centred(l)).sum() / (n * n);
}

}  // namespace

TEST_CASE("centring is H K H") {
  const MatrixD k = random_matrix(9, 9, 1);
  const MatrixD h = MatrixD::Identity(9, 9) - MatrixD::Constant(9, 9, 1.0 / 9);
  CHECK((centred(k) - h * k * h).cwiseAbs().maxCoeff() < 1e-14);
  CHECK(centred(MatrixD::Constant(4, 4, 3.0)).isZero(0));
  CHECK(centred(MatrixD(0, 0)).size() == 0);
}

TEST_CASE("a Gram matrix entry by entry, same bits for 1, 2 and 3 threads, within memory") {
  const MatrixD x = random_matrix(210, 6, 2), y = random_matrix(33, 6, 3);
  const Kernel kernel = Kernel::parse("rbf:sigma=2");
  const MatrixD k = gram(kernel, x, y, run_with(1));
  CHECK(k(200, 20) == doctest::Approx(std::exp(-(x.row(200) - y.row(20)).squaredNorm() / 8)).epsilon(1e-13));
  CHECK(identical(k, gram(kernel, x, y, run_with(2))));
  CHECK(identical(k, gram(kernel, x, y, run_with(3))));
  Run tight;
  tight.memory = MemoryBudget(1000);
  CHECK_THROWS_AS(gram(kernel, x, y, tight), Error);
}

TEST_CASE("HSIC in data space is the squared norm of the cross-covariance of the features") {
  const MatrixD x = random_matrix(50, 4, 4), y = x.leftCols(3) + random_matrix(50, 3, 5);
  for (const char* spec : {"linear", "cosine"}) {
    const Kernel kernel = Kernel::parse(spec);
    MatrixD phi = x, psi = y;
    kernel.features(phi);
    kernel.features(psi);
    CHECK(hsic_of_grams(gram(kernel, x, x, Run()), gram(kernel, y, y, Run())) ==
          doctest::Approx(hsic_of_features(phi, psi)).epsilon(1e-12));
  }
}

TEST_CASE("incomplete Cholesky features at full rank give the HSIC of the kernel itself") {
  const MatrixD x = random_matrix(60, 4, 6), y = x.leftCols(3) + random_matrix(60, 3, 7);
  for (const char* spec : {"rbf:sigma=1.5", "laplacian:sigma=2", "poly:scale=0.5", "cosine*rbf:sigma=2+linear"}) {
    CAPTURE(spec);
    const Kernel kernel = Kernel::parse(spec);
    const auto features = [&](const MatrixD& items) {
      const KernelBlock block = [&](Index first, std::span<const Index> pivots, MutableRef<double> out) {
        MatrixD rows(std::ssize(pivots), items.cols());
        for (std::size_t j = 0; j < pivots.size(); ++j) rows.row(Index(j)) = items.row(pivots[j]);
        kernel.evaluate(items.middleRows(first, out.rows()), rows, out);
      };
      return incomplete_cholesky(kernel.diagonal(items), block, items.rows(), 0, Run()).a;
    };
    CHECK(hsic_of_features(features(x), features(y)) ==
          doctest::Approx(hsic_of_grams(gram(kernel, x, x, Run()), gram(kernel, y, y, Run()))).epsilon(1e-9));
  }
}
