#include "couplet/linalg/truncated_svd.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/linalg/operators.h"
#include "couplet/linalg/qr.h"
#include "couplet/linalg/svd_dense.h"
#include "tests/linalg/samples.h"

using namespace couplet;

namespace {

/// Q1 diag(s) Q2^T with random orthonormal factors.
MatrixD with_spectrum(Index m, Index n, const VectorD& s) {
  MatrixD q1 = random_matrix(m, s.size(), 31), q2 = random_matrix(n, s.size(), 32);
  orthonormalise(q1, 0.0, Run());
  orthonormalise(q2, 0.0, Run());
  return q1 * s.asDiagonal() * q2.transpose();
}

VectorD decaying(Index count, double power) {
  VectorD s(count);
  for (Index i = 0; i < count; ++i) s[i] = 10 * std::pow(static_cast<double>(i + 1), -power);
  return s;
}

template <class T>
void check_triplets(const TruncatedSvd<T>& svd, const MatrixD& a, double near) {
  CHECK(defect(svd.u) < near);
  CHECK(defect(svd.v) < near);
  const MatrixD u = svd.u.template cast<double>(), v = svd.v.template cast<double>();
  for (Index j = 0; j < svd.s.size(); ++j) {
    CHECK((a * v.col(j) - svd.s[j] * u.col(j)).norm() < near * a.norm() + 0.011 * svd.s[j]);
    Index largest;
    u.col(j).cwiseAbs().maxCoeff(&largest);
    CHECK(u(largest, j) > 0);
  }
}

CsrOperator<double> sparse_sample(Index rows, Index cols, Index entries) {
  Random random(6);
  std::vector<Triplet<double>> triplets;
  for (Index i = 0; i < entries; ++i) {
    const double row = random.uniform(), col = random.uniform();
    triplets.push_back({Index(row * row * double(rows)), Index(col * col * double(cols)), random.uniform() + 0.1});
  }
  return CsrOperator<double>(CsrMatrix<double>::from_triplets(rows, cols, std::move(triplets)));
}

}  // namespace

TEST_CASE_TEMPLATE("known spectrum: values to 1e-3 by default, far better in fact", T, float, double) {
  const VectorD s = decaying(500, 0.7);
  for (const auto& [m, n] : {std::pair<Index, Index>{900, 600}, {600, 900}}) {
    const MatrixD a = with_spectrum(m, n, s);
    const auto svd = truncated_svd<T>(DenseOperator<T>(a.cast<T>()), 40, {}, Run());
    REQUIRE(svd.s.size() == 40);
    CHECK(svd.converged);
    CHECK(svd.iterations > 0);
    CHECK(svd.residual <= 5e-3);
    for (Index j = 0; j < 40; ++j) CHECK(std::abs(static_cast<double>(svd.s[j]) - s[j]) < 1e-4 * s[j]);
    check_triplets(svd, a, 1e-5);
  }
}

TEST_CASE("without u the rest is the same but for signs, tall or wide") {
  for (const auto& [m, n] : {std::pair<Index, Index>{900, 600}, {600, 900}}) {
    const DenseOperator<double> a(with_spectrum(m, n, decaying(500, 0.7)));
    const auto both = truncated_svd<double>(a, 10, {}, Run()),
               right = truncated_svd<double>(a, 10, {.left = false}, Run());
    CHECK(right.u.size() == (m > n ? 0 : both.u.size()));
    CHECK(right.s == both.s);
    CHECK(right.v.cwiseAbs() == both.v.cwiseAbs());
  }
}

TEST_CASE("exact: values to 1e-8, small ones too") {
  VectorD s(450);
  for (Index i = 0; i < 450; ++i) s[i] = std::pow(0.7, static_cast<double>(i));  // the 40th is 1e-6 of the first
  const MatrixD a = with_spectrum(800, 700, s);
  SvdOptions options;
  options.exact = true;
  const auto svd = truncated_svd<double>(DenseOperator<double>(a), 40, options, Run());
  REQUIRE(svd.s.size() == 40);
  CHECK(svd.converged);
  for (Index j = 0; j < 40; ++j) CHECK(std::abs(svd.s[j] - s[j]) < 1e-8 * s[j]);
}

TEST_CASE("a basis too small for the whole: restarts reach the same values") {
  const VectorD s = decaying(500, 0.5);
  const MatrixD a = with_spectrum(700, 650, s);
  SvdOptions options;
  options.exact = true;
  options.max_basis = 80;
  options.block = 8;
  const auto svd = truncated_svd<double>(DenseOperator<double>(a), 20, options, Run());
  CHECK(svd.converged);
  CHECK(svd.iterations > 11);  // 10 blocks fill the basis
  REQUIRE(svd.s.size() == 20);
  for (Index j = 0; j < 20; ++j) CHECK(std::abs(svd.s[j] - s[j]) < 1e-8 * s[j]);
  check_triplets(svd, a, 1e-10);
}

TEST_CASE_TEMPLATE("rank below k: the rank is what comes back", T, float, double) {
  const VectorD s = decaying(23, 1.0);
  const MatrixD a = with_spectrum(900, 600, s);
  const auto svd = truncated_svd<T>(DenseOperator<T>(a.cast<T>()), 60, {}, Run());
  CHECK(svd.converged);
  REQUIRE(svd.s.size() == 23);
  for (Index j = 0; j < 23; ++j) CHECK(std::abs(static_cast<double>(svd.s[j]) - s[j]) < 1e-5 * s[0]);
  check_triplets(svd, a, 1e-5);
}

TEST_CASE("a value more often than the block is wide is found as often as it is there") {
  VectorD s = decaying(400, 0.3);
  s.head(70).setConstant(20);
  const MatrixD a = with_spectrum(900, 600, s);
  const auto svd = truncated_svd<double>(DenseOperator<double>(a), 75, {}, Run());
  REQUIRE(svd.s.size() == 75);
  CHECK(svd.converged);
  for (Index j = 0; j < 75; ++j) CHECK(std::abs(svd.s[j] - s[j]) < 1e-3 * s[j]);
}

TEST_CASE("the identity: one value, any number of times") {
  std::vector<Triplet<double>> triplets;
  for (Index i = 0; i < 2000; ++i) triplets.push_back({i, i, 3.0});
  const CsrOperator<double> identity(CsrMatrix<double>::from_triplets(2000, 2000, std::move(triplets)));
  const auto svd = truncated_svd<double>(identity, 50, {}, Run());
  REQUIRE(svd.s.size() == 50);
  for (Index j = 0; j < 50; ++j) CHECK(svd.s[j] == doctest::Approx(3).epsilon(1e-12));
  CHECK(defect(svd.u) < 1e-12);
}

TEST_CASE("small shapes are solved densely: 1 x 1, ten rows, k above the shape, zero, empty") {
  const auto one = truncated_svd<double>(DenseOperator<double>(MatrixD::Constant(1, 1, -4.0)), 3, {}, Run());
  REQUIRE(one.s.size() == 1);
  CHECK(one.s[0] == doctest::Approx(4));
  CHECK(one.u(0, 0) == doctest::Approx(1));
  CHECK(one.v(0, 0) == doctest::Approx(-1));

  const auto ten = sparse_sample(10, 5000, 300);
  const auto svd = truncated_svd<double>(ten, 20, {}, Run());
  const DenseSvd<double> wanted = svd_dense<double>(ten.matrix().dense());
  CHECK(svd.iterations == 0);
  REQUIRE(svd.s.size() == 10);
  CHECK((svd.s - wanted.s).cwiseAbs().maxCoeff() < 1e-12);
  check_triplets(svd, ten.matrix().dense(), 1e-12);

  for (const Index n : {5, 1000}) {
    const auto zero =
        truncated_svd<float>(CsrOperator<float>(CsrMatrix<float>::from_triplets(2 * n, n, {})), 7, {}, Run());
    CHECK(zero.s.size() == 0);
    CHECK(zero.u.rows() == 2 * n);
    CHECK(zero.v.rows() == n);
    CHECK(zero.converged);
  }
  CHECK(truncated_svd<double>(DenseOperator<double>(MatrixD(0, 5)), 2, {}, Run()).v.rows() == 5);
}

TEST_CASE("sparse against dense, and the same bits for 1, 2 and 3 threads") {
  const auto a = sparse_sample(1800, 900, 15000);
  const auto one = truncated_svd<double>(a, 30, {}, run_with(1));
  const DenseSvd<double> wanted = svd_dense<double>(a.matrix().dense());
  for (Index j = 0; j < 30; ++j) CHECK(std::abs(one.s[j] - wanted.s[j]) < 1e-4 * wanted.s[j]);
  for (const int threads : {2, 3}) {
    const auto again = truncated_svd<double>(a, 30, {}, run_with(threads));
    CHECK(identical(one.u, again.u));
    CHECK(identical(one.s, again.s));
    CHECK(identical(one.v, again.v));
    CHECK(one.iterations == again.iterations);
  }
  Run other;
  other.seed = 99;
  const auto seeded = truncated_svd<double>(a, 30, {}, other);
  CHECK_FALSE(identical(one.u, seeded.u));
  CHECK((one.s - seeded.s).cwiseAbs().maxCoeff() < 1e-3 * wanted.s[29]);
}

TEST_CASE("an iteration limit is reported, not thrown; a stop is thrown") {
  const auto a = sparse_sample(1800, 900, 15000);
  SvdOptions options;
  options.max_iterations = 6;
  const auto svd = truncated_svd<double>(a, 30, options, Run());
  CHECK_FALSE(svd.converged);
  CHECK(svd.residual > 5e-3);
  CHECK(svd.s.size() == 30);
  StopToken stop;
  stop.request();
  Run run;
  run.stop = &stop;
  CHECK_THROWS_AS(truncated_svd<double>(a, 30, {}, run), Error);
}

TEST_CASE("bad requests and operators") {
  const DenseOperator<double> a(random_matrix(500, 500, 1));
  CHECK_THROWS_WITH_AS(truncated_svd<double>(a, 0, {}, Run()), "singular vectors: at least 1 must be asked for", Error);
  SvdOptions negative;
  negative.tolerance = -1;
  CHECK_THROWS_AS(truncated_svd<double>(a, 3, negative, Run()), Error);
  for (const Index n : {20, 1000}) {
    MatrixD bad = random_matrix(n, n, 2);
    bad(1, 1) = std::numeric_limits<double>::infinity();
    CHECK_THROWS_WITH_AS(truncated_svd<double>(DenseOperator<double>(bad), 3, {}, Run()),
                         "operator: a product is not a finite number; check the data for extreme values", Error);
  }
}

TEST_CASE("the memory there is never changes the result: enough, or refused") {
  const MatrixD a = with_spectrum(700, 650, decaying(500, 0.5));
  const auto with = [&](std::int64_t bytes) {
    Run run;
    run.memory = MemoryBudget(bytes);
    return truncated_svd<double>(DenseOperator<double>(a), 20, {.exact = true}, run);
  };
  const auto plenty = with(std::int64_t{1} << 40), enough = with(6 << 20);
  CHECK(plenty.iterations == enough.iterations);
  CHECK(identical(plenty.u, enough.u));
  CHECK(identical(plenty.v, enough.v));
  CHECK_THROWS_WITH_AS(with(1 << 19), doctest::Contains("the Krylov basis of the truncated SVD need"), Error);
}
