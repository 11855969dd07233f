#include "couplet/linalg/generalised_eigen.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>

#include "couplet/linalg/eigen_symmetric.h"
#include "tests/base/expect_error.h"
#include "tests/base/recorded_progress.h"
#include "tests/linalg/golden_opca.h"
#include "tests/linalg/samples.h"

using namespace couplet;

namespace {

constexpr EigenRoute routes[] = {EigenRoute::cholesky, EigenRoute::dual, EigenRoute::matrix_free};

CsrOperator<double> sparse(const MatrixD& dense) {
  std::vector<Triplet<double>> entries;
  for (Index i = 0; i < dense.rows(); ++i)
    for (Index j = 0; j < dense.cols(); ++j)
      if (dense(i, j) != 0) entries.push_back({i, j, dense(i, j)});
  return CsrOperator<double>(CsrMatrix<double>::from_triplets(dense.rows(), dense.cols(), std::move(entries)));
}

/// About one entry in five.
MatrixD mostly_zeros(Index rows, Index cols, std::uint64_t seed) {
  Random random(seed);
  MatrixD result = MatrixD::Zero(rows, cols);
  for (Index i = 0; i < result.size(); ++i)
    if (random.below(5) == 0) result.data()[i] = random.normal();
  return result;
}

/// All eigenvalues by N^-1/2 S N^-1/2.
VectorD plain_eigenvalues(const MatrixD& f, const MatrixD& z, const VectorD& diagonal) {
  MatrixD n = z.transpose() * z;
  n.diagonal() += diagonal;
  const MatrixD root = inverse_square_root(n, 0);
  return eigen_symmetric(root * f.transpose() * f * root).values;
}

}  // namespace

TEST_CASE("golden values: OPCA of 30 pairs of documents, 8 terms") {
  // Weights log2(count + 1) log2(60 / documents with the term); regulariser 0.1. Computed independently of Couplet.
  const double documents[8] = {47, 54, 33, 46, 43, 38, 33, 54};
  MatrixD texts[2] = {MatrixD(30, 8), MatrixD(30, 8)};
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < 30; ++i)
      for (int j = 0; j < 8; ++j)
        texts[side](i, j) = std::log2(golden_counts[side][i][j] + 1) * std::log2(60 / documents[j]);
  MatrixD f(60, 8), z(60, 8);
  const MatrixD mean = (texts[0] + texts[1]) / 2;
  for (int side = 0; side < 2; ++side) {
    f.middleRows(30 * side, 30) = (texts[side].rowwise() - texts[side].colwise().mean()) / std::sqrt(30.0);
    z.middleRows(30 * side, 30) = (texts[side] - mean) / std::sqrt(30.0);
  }
  const DenseOperator<double> signal(f);
  const CsrOperator<double> noise = sparse(z);
  const RidgeMatrix n(noise, VectorD::Constant(8, 0.1));
  for (const EigenRoute route : routes) {
    const GeneralisedEigen all = generalised_eigen(signal, n, 8, {.exact = true, .route = route}, Run());
    REQUIRE(all.values.size() == 8);
    for (int i = 0; i < 8; ++i) CHECK(std::abs(all.values[i] - golden_opca_values[i]) < 1e-9);
    CHECK(all.residual < 1e-7);
    const GeneralisedEigen three = generalised_eigen(signal, n, 3, {.exact = true, .route = route}, Run());
    const MatrixD got = three.vectors * three.vectors.transpose();
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j <= i; ++j) CHECK(std::abs(got(i, j) - golden_opca_projector[i][j]) < 1e-7);
  }
}

TEST_CASE("every route against the dense problem") {
  CHECK(rc::check("generalised oracle", [] {
    const Index v = *rc::gen::inRange(1, 25), rows = *rc::gen::inRange(1, 25), noise_rows = *rc::gen::inRange(0, 25);
    const std::uint64_t seed = *rc::gen::arbitrary<std::uint32_t>();
    const MatrixD f = random_matrix(rows, v, seed), z = mostly_zeros(noise_rows, v, seed + 1);
    const VectorD diagonal = random_matrix(v, 1, seed + 2).cwiseAbs().col(0).array() + 0.1;
    const VectorD wanted = plain_eigenvalues(f, z, diagonal);
    const CsrOperator<double> noise = sparse(z);
    const RidgeMatrix n(noise, diagonal);
    MatrixD dense_n = z.transpose() * z;
    dense_n.diagonal() += diagonal;
    const Index k = *rc::gen::inRange(1, 30), rank = std::min({k, rows, v});
    for (const EigenRoute route : routes) {
      const GeneralisedEigen got =
          generalised_eigen(DenseOperator<double>(f), n, k, {.exact = true, .route = route}, Run());
      RC_ASSERT(got.values.size() == rank);
      RC_ASSERT((got.values - wanted.head(rank)).cwiseAbs().maxCoeff() < 1e-7 * wanted[0]);
      // Tiny eigenvalues have large relative residuals in the dual; N-orthonormal they are all the same.
      const MatrixD gram = got.vectors.transpose() * dense_n * got.vectors;
      if (wanted[rank - 1] > 1e-3 * wanted[0])
        RC_ASSERT((gram - MatrixD::Identity(rank, rank)).cwiseAbs().maxCoeff() < 1e-6);
    }
  }));
}

TEST_CASE("larger: iterated, the same bits for 1, 2 and 3 threads, residuals as asked") {
  const Index v = 420, rows = 450;  // from 401 on it is iterated
  MatrixD dense_f = mostly_zeros(rows, v, 1);
  for (Index j = 0; j < v; ++j) dense_f.col(j) *= 10 / (1.0 + double(j));
  const CsrOperator<double> f = sparse(dense_f), z = sparse(mostly_zeros(300, v, 2));
  const RidgeMatrix n(z, VectorD::Constant(v, 20.0));
  const VectorD wanted = plain_eigenvalues(dense_f, z.matrix().dense(), n.diagonal());
  for (const EigenRoute route : {EigenRoute::cholesky, EigenRoute::matrix_free}) {
    GeneralisedEigen first;
    const Index k = route == EigenRoute::cholesky ? 20 : 4;
    for (const int threads : {1, 2, 3}) {
      const GeneralisedEigen got = generalised_eigen(f, n, k, {.tolerance = 1e-5, .route = route}, run_with(threads));
      if (threads == 1) first = got;
      CHECK(identical(first.vectors, got.vectors));
      CHECK(identical(first.values, got.values));
    }
    CHECK(first.converged);
    CHECK(first.iterations > 0);
    CHECK(first.residual < 1e-3);
    CHECK((first.values - wanted.head(k)).cwiseQuotient(wanted.head(k)).cwiseAbs().maxCoeff() < 1e-6);
  }
}

TEST_CASE("the route is chosen by shape, never by memory: too little is refused") {
  const MatrixD f = random_matrix(10, 60, 1), tall = random_matrix(100, 60, 2);
  const CsrOperator<double> z = sparse(mostly_zeros(8, 60, 3));
  const RidgeMatrix n(z, VectorD::Constant(60, 1.0)), partly(z, VectorD::Unit(60, 3));
  CHECK(generalised_eigen(DenseOperator<double>(f), n, 3, {}, Run()).route == EigenRoute::dual);
  CHECK(generalised_eigen(DenseOperator<double>(tall), n, 3, {}, Run()).route == EigenRoute::cholesky);
  Run small;
  small.memory = MemoryBudget(9000);
  for (const MatrixD* rows : {&f, &tall})
    CHECK_THROWS_WITH_AS(generalised_eigen(DenseOperator<double>(*rows), n, 3, {}, small),
                         doctest::Contains("the matrices of the generalised eigenproblem need"), Error);
  CHECK(describe(EigenRoute::matrix_free) == "matrix-free");
}

TEST_CASE("bad input") {
  const MatrixD f = random_matrix(10, 6, 1);
  const CsrOperator<double> z = sparse(MatrixD::Zero(2, 6));
  const RidgeMatrix singular(z, VectorD::Zero(6)), good(z, VectorD::Ones(6));
  for (const EigenRoute route : routes)
    expect_error(ErrorCode::data, "generalised eigenproblem: N is singular; use a regulariser above 0",
                 [&] { generalised_eigen(DenseOperator<double>(f), singular, 2, {.route = route}, Run()); });
  expect_error(ErrorCode::usage, "generalised eigenproblem: at least one eigenpair must be asked for",
               [&] { generalised_eigen(DenseOperator<double>(f), good, 0, {}, Run()); });
  expect_error(ErrorCode::internal, "generalised eigenproblem: S and N do not fit",
               [&] { generalised_eigen(DenseOperator<double>(random_matrix(3, 5, 1)), good, 1, {}, Run()); });
  expect_error(ErrorCode::data, "generalised eigenproblem: -1 on the diagonal of N; a regulariser must not be negative",
               [&] { RidgeMatrix(z, VectorD::Constant(6, -1.0)); });
  // S = 0: nothing to be had.
  for (const EigenRoute route : routes)
    CHECK(
        generalised_eigen(DenseOperator<double>(MatrixD::Zero(4, 6)), good, 2, {.route = route}, Run()).values.size() ==
        0);
}

TEST_CASE("large: float Cholesky and the dual by iteration find what double Cholesky finds, at any thread count") {
  // Large enough for both: more than 2000 terms, more than 2500 texts.
  const Index v = 2700, rows = 2600, k = 6;
  Random random(4);
  std::vector<Triplet<double>> entries, noise_entries;
  for (Index i = 0; i < rows; ++i)
    for (int j = 0; j < 8; ++j) {
      const Index column = random.below(v);
      entries.push_back({i, column, random.normal() * 10 / (1.0 + static_cast<double>(column))});
    }
  for (Index i = 0; i < 100; ++i)
    for (int j = 0; j < 8; ++j) noise_entries.push_back({i, static_cast<Index>(random.below(v)), random.normal()});
  const CsrOperator<double> f(CsrMatrix<double>::from_triplets(rows, v, std::move(entries)));
  const CsrOperator<double> z(CsrMatrix<double>::from_triplets(100, v, std::move(noise_entries)));
  const RidgeMatrix n(z, VectorD::Constant(v, 0.5));
  const GeneralisedEigen wanted = generalised_eigen(f, n, k, {.exact = true, .route = EigenRoute::cholesky}, Run());
  CHECK(wanted.residual < 1e-7);
  CHECK(generalised_eigen(f, n, k, {}, Run()).route == EigenRoute::dual);
  for (const EigenRoute route : {EigenRoute::cholesky, EigenRoute::dual}) {
    const GeneralisedEigen got = generalised_eigen(f, n, k, {.route = route}, run_with(1));
    CHECK(got.residual < 0.05);
    CHECK(got.iterations > 0);
    for (Index i = 0; i < k; ++i) CHECK(got.values[i] == doctest::Approx(wanted.values[i]).epsilon(1e-3));
    CHECK(identical(got.vectors, generalised_eigen(f, n, k, {.route = route}, run_with(3)).vectors));
  }
}

TEST_CASE("every long step of the eigenproblem tells how far it is") {
  const CsrOperator<double> f = sparse(mostly_zeros(300, 400, 1)), z = sparse(mostly_zeros(200, 400, 2));
  const RidgeMatrix n(z, VectorD::Constant(400, 0.1));
  for (const EigenRoute route : {EigenRoute::cholesky, EigenRoute::dual}) {
    RecordedProgress progress;
    Run run = run_with(2);
    run.observer = &progress;
    generalised_eigen(f, n, 100, {.route = route}, run);
    CHECK(progress.went_through("inner products", 2));
    CHECK(progress.went_through("Cholesky decomposition", 1));
    CHECK(progress.went_through("measuring residuals", 2));
    CHECK(progress.steps["dual eigenproblem"].size() == (route == EigenRoute::dual ? 4 : 0));
  }
}
