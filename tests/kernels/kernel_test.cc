#include "couplet/kernels/kernel.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>

#include "couplet/base/error.h"
#include "couplet/linalg/eigen_symmetric.h"
#include "tests/linalg/samples.h"

using namespace couplet;

namespace {

using Row = Eigen::RowVectorXd;
using Naive = std::function<double(const Row&, const Row&)>;

double cosine(const Row& x, const Row& y) {
  const double norms = x.norm() * y.norm();
  return norms > 0 ? x.dot(y) / norms : 0;
}

void check_against(const std::string& spec, const Naive& naive) {
  CAPTURE(spec);
  const Kernel kernel = Kernel::parse(spec);
  for (const auto& [n, m, d] : {std::array<Index, 3>{300, 7, 5}, {3, 40, 1}, {1, 1, 130}, {0, 3, 2}, {4, 0, 2}}) {
    MatrixD x = random_matrix(n, d, 1), y = random_matrix(m, d, 2);
    if (n > 1 && m > 1) {
      y.row(1) = x.row(1);  // equal rows, and the zero vector
      x.row(0).setZero();
    }
    MatrixD out = MatrixD::Constant(n, m + 2, -5.0);
    kernel.evaluate(x, y, out.middleCols(1, m));
    const VectorD diagonal = kernel.diagonal(x);
    REQUIRE(diagonal.size() == n);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < m; ++j) CHECK(out(i, j + 1) == doctest::Approx(naive(x.row(i), y.row(j))).epsilon(1e-12));
      CHECK(diagonal[i] == doctest::Approx(naive(x.row(i), x.row(i))).epsilon(1e-12));
      CHECK(out(i, 0) == -5.0);
      CHECK(out(i, m + 1) == -5.0);
    }
  }
}

}  // namespace

TEST_CASE("each kernel, sum and product as its formula says") {
  const Naive linear = [](const Row& x, const Row& y) { return x.dot(y); };
  const Naive rbf = [](const Row& x, const Row& y) { return std::exp(-(x - y).squaredNorm() / (2 * 1.5 * 1.5)); };
  const Naive laplacian = [](const Row& x, const Row& y) { return std::exp(-(x - y).lpNorm<1>() / 2); };
  const Naive poly = [](const Row& x, const Row& y) { return std::pow(0.5 * x.dot(y) + 1, 3); };
  check_against("linear", linear);
  check_against("cosine", cosine);
  check_against("rbf:sigma=1.5", rbf);
  check_against("gaussian:sigma=1.5", rbf);
  check_against("laplacian:sigma=2", laplacian);
  check_against("poly:scale=0.5,offset=1,degree=3", poly);
  check_against("rbf:sigma=1.5+linear", [&](const Row& x, const Row& y) { return rbf(x, y) + linear(x, y); });
  check_against("linear+cosine*laplacian:sigma=2",
                [&](const Row& x, const Row& y) { return linear(x, y) + cosine(x, y) * laplacian(x, y); });
  check_against("(linear+cosine)*laplacian:sigma=2",
                [&](const Row& x, const Row& y) { return (linear(x, y) + cosine(x, y)) * laplacian(x, y); });
}

TEST_CASE("rbf keeps its digits far from the origin") {
  const MatrixD near = random_matrix(20, 4, 3), far = (near.array() + 1e6).matrix();
  const Kernel kernel = Kernel::parse("rbf:sigma=1");
  MatrixD at_origin(20, 20), moved(20, 20);
  kernel.evaluate(near, near, at_origin);
  kernel.evaluate(far, far, moved);
  CHECK((at_origin - moved).cwiseAbs().maxCoeff() < 1e-8);  // what adding 1e6 to the data itself costs
  for (Index i = 0; i < 20; ++i) CHECK(moved(i, i) == 1.0);
}

TEST_CASE("Gram matrices have no negative eigenvalue") {
  const MatrixD x = random_matrix(60, 3, 4);
  for (const char* spec : {"linear", "cosine", "rbf", "laplacian", "poly", "cosine*rbf+poly:degree=3"}) {
    MatrixD k(60, 60);
    Kernel::parse(spec).evaluate(x, x, k);
    const VectorD values = eigen_symmetric(k).values;
    CHECK(values[59] > -1e-12 * values[0]);
  }
}

TEST_CASE("explicit features: linear and cosine alone") {
  MatrixD x = random_matrix(10, 4, 5);
  x.row(3).setZero();
  for (const char* spec : {"linear", "cosine"}) {
    const Kernel kernel = Kernel::parse(spec);
    REQUIRE(kernel.has_explicit_features());
    MatrixD phi = x, k(10, 10);
    kernel.features(phi);
    kernel.evaluate(x, x, k);
    CHECK((phi * phi.transpose() - k).cwiseAbs().maxCoeff() < 1e-14);
    CHECK(phi.row(3).isZero(0));
  }
  for (const char* spec : {"rbf", "laplacian", "poly", "linear+linear", "cosine*linear"}) {
    const Kernel kernel = Kernel::parse(spec);
    CHECK_FALSE(kernel.has_explicit_features());
    MatrixD rows = x;
    CHECK_THROWS_AS(kernel.features(rows), Error);
  }
}

TEST_CASE("vectors of different width") {
  MatrixD out(2, 2);
  CHECK_THROWS_WITH_AS(Kernel::parse("linear").evaluate(MatrixD::Ones(2, 3), MatrixD::Ones(2, 4), out),
                       "kernel: vectors of 3 and 4 numbers", Error);
}
