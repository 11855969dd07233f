#include "couplet/methods/bridge/projection.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>

#include "couplet/linalg/eigen_symmetric.h"
#include "couplet/linalg/svd_dense.h"
#include "couplet/methods/bridge/bridge_schema.h"
#include "couplet/methods/bridge/term_space.h"
#include "couplet/methods/bridge/tuning.h"
#include "tests/base/expect_error.h"
#include "tests/base/warnings.h"
#include "tests/methods/bridge_samples.h"
#include "tests/methods/s2net_samples.h"

using namespace couplet;

namespace {

/// The golden documents, read from files: rows over the term space, and where w0 ... w7 are in it.
struct Golden {
  TemporaryDirectory directory;
  DocumentCounts documents =
      counted({directory.put("left.txt", golden_text(0)), directory.put("right.txt", golden_text(1))});
  TermSpace space = choose_terms(documents, {.drop_frequent = 0});
  std::vector<OwnedRows<double>> texts = {weighted_texts(documents, 0, space), weighted_texts(documents, 1, space)};
  Index row(int word) const { return space.list(0).words.find("w" + std::to_string(word)); }
};

MatrixD centred(const CsrMatrix<double>& texts) {
  const MatrixD dense = texts.dense();
  return dense.rowwise() - dense.colwise().mean();
}

/// Correlations by W = (C + g I)^-1/2 of both sides.
VectorD plain_cca(const CsrMatrix<double>& left, const CsrMatrix<double>& right, double g) {
  const double n = static_cast<double>(left.rows());
  const MatrixD x = centred(left), y = centred(right);
  const MatrixD c11 = x.transpose() * x / n, c22 = y.transpose() * y / n, c12 = x.transpose() * y / n;
  return svd_dense<double>(inverse_square_root(c11, g) * c12 * inverse_square_root(c22, g)).s;
}

}  // namespace

TEST_CASE("golden values: OPCA from files") {
  const Golden golden;
  REQUIRE(golden.space.rows() == 8);
  const Projection all = opca(golden.texts, {.dimension = 8, .regulariser = 0.1, .exact = true}, Run());
  REQUIRE(all.values.size() == 8);
  for (int i = 0; i < 8; ++i) CHECK(std::abs(all.values[i] - golden_opca_values[i]) < 1e-9);
  CHECK(all.residual < 1e-7);
  const Projection three = opca(golden.texts, {.dimension = 3, .regulariser = 0.1, .exact = true}, Run());
  const MatrixD projector = three.terms * three.terms.transpose();
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      CHECK(std::abs(projector(golden.row(i), golden.row(j)) - golden_opca_projector[i][j]) < 1e-7);
}

TEST_CASE("golden values: CCA by either route") {
  const Golden golden;
  for (const CcaRoute route : {CcaRoute::gram, CcaRoute::cholesky}) {
    const Projection found = cca_by(route, golden.texts, {.dimension = 8, .regulariser = 3, .exact = true}, Run());
    REQUIRE(found.values.size() == 8);
    for (int i = 0; i < 8; ++i) CHECK(std::abs(found.values[i] - golden_cca_values[i]) < 1e-7);
  }
}

TEST_CASE("CCA: both routes find the plain correlations, whitened vectors and the same texts") {
  CHECK(rc::check("cca oracle", [] {
    const Index n = *rc::gen::inRange(2, 20), v1 = *rc::gen::inRange(2, 20), v2 = *rc::gen::inRange(2, 20);
    const std::uint64_t seed = *rc::gen::arbitrary<std::uint32_t>();
    const double g = *rc::gen::element(0.05, 1.0, 10.0);
    const auto left = random_texts<double>(n, v1, seed), right = random_texts<double>(n, v2, seed + 1);
    const VectorD wanted = plain_cca(left, right, g);
    const ProjectionOptions options{.dimension = 4, .asked = false, .regulariser = g, .exact = true};
    const MatrixD x = centred(left), y = centred(right);
    if (wanted[0] < 1e-6) return;
    for (const CcaRoute route : {CcaRoute::gram, CcaRoute::cholesky}) {
      const Projection found = cca_by(route, {left, right}, options, Run());
      RC_ASSERT(found.values.size() >= 1);
      for (Index i = 0; i < found.values.size(); ++i) RC_ASSERT(std::abs(found.values[i] - wanted[i]) < 1e-6);
      const MatrixD a = found.terms.topRows(v1), b = found.terms.bottomRows(v2);
      const double count = static_cast<double>(n);
      const MatrixD own = a.transpose() * (x.transpose() * x / count) * a + g * a.transpose() * a;
      RC_ASSERT((own - MatrixD::Identity(own.rows(), own.cols())).cwiseAbs().maxCoeff() < 1e-5);
      const MatrixD cross = a.transpose() * (x.transpose() * y / count) * b;
      for (Index i = 0; i < found.values.size(); ++i) RC_ASSERT(std::abs(cross(i, i) - found.values[i]) < 1e-6);
    }
  }));
}

TEST_CASE("OPCA of three languages against the definition") {
  const std::vector<OwnedRows<double>> texts = {random_texts<double>(40, 9, 1), random_texts<double>(40, 9, 2),
                                                random_texts<double>(40, 9, 3)};
  MatrixD s = MatrixD::Zero(9, 9), n = 0.5 * MatrixD::Identity(9, 9);
  const MatrixD mean = (texts[0].matrix.dense() + texts[1].matrix.dense() + texts[2].matrix.dense()) / 3;
  for (const auto& [language, begins] : texts) {
    s += centred(language).transpose() * centred(language) / 40;
    n += (language.dense() - mean).transpose() * (language.dense() - mean) / 40;
  }
  const MatrixD root = inverse_square_root(n, 0);
  const VectorD wanted = eigen_symmetric(root * s * root).values;
  const Projection found = opca(texts, {.dimension = 9, .regulariser = 0.5, .exact = true}, Run());
  REQUIRE(found.values.size() == 9);
  for (Index i = 0; i < 9; ++i) CHECK(found.values[i] == doctest::Approx(wanted[i]).epsilon(1e-8));
}

TEST_CASE("CCA of three languages against the definition, by either route") {
  const std::vector<OwnedRows<double>> texts = {random_texts<double>(40, 9, 1), random_texts<double>(40, 7, 2),
                                                random_texts<double>(40, 8, 3)};
  MatrixD all(40, 24), n = MatrixD::Zero(24, 24);
  for (std::size_t m = 0, first = 0; m < 3; first += static_cast<std::size_t>(texts[m].matrix.cols()), ++m)
    all.middleCols(static_cast<Index>(first), texts[m].matrix.cols()) = centred(texts[m].matrix);
  const MatrixD c = all.transpose() * all / 40;
  MatrixD s = c;
  for (Index m = 0, first = 0; m < 3; first += texts[m].matrix.cols(), ++m) {
    const Index size = texts[m].matrix.cols();
    s.block(first, first, size, size).setZero();
    n.block(first, first, size, size) = c.block(first, first, size, size) + 2 * MatrixD::Identity(size, size);
  }
  const MatrixD root = inverse_square_root(n, 0);
  const VectorD wanted = eigen_symmetric(root * s * root).values;
  for (const CcaRoute route : {CcaRoute::gram, CcaRoute::cholesky}) {
    const Projection found =
        cca_by(route, texts, {.dimension = 6, .asked = false, .regulariser = 2, .exact = true}, Run());
    REQUIRE(found.values.size() == 6);
    for (Index i = 0; i < 6; ++i) {
      CHECK(found.values[i] == doctest::Approx(wanted[i]).epsilon(1e-7));
      const VectorD x = found.terms.col(i);
      CHECK((s * x - found.values[i] * n * x).norm() < 1e-6 * (n * x).norm());
    }
  }
}

TEST_CASE("DDA: one block is OPCA; with more the values are at most its") {
  const std::vector<OwnedRows<double>> texts = {random_texts<double>(40, 12, 1), random_texts<double>(40, 12, 2)};
  const ProjectionOptions options{.dimension = 4, .regulariser = 0.5, .exact = true};
  const Projection whole = opca(texts, options, Run());
  const Projection one = dda(texts, std::vector<Index>(12, 0), 1, options, Run());
  std::vector<Index> halves(12);
  for (std::size_t i = 0; i < 12; ++i) halves[i] = static_cast<Index>(i % 2);
  const Projection two = dda(texts, halves, 2, options, Run());
  for (Index i = 0; i < 4; ++i) {
    CHECK(one.values[i] == doctest::Approx(whole.values[i]).epsilon(1e-8));
    CHECK(two.values[i] <= whole.values[i] + 1e-9);
    CHECK(two.values[i] > 0.5 * whole.values[i]);
  }
}

TEST_CASE("CL-LSI are the right singular vectors") {
  const auto documents = random_texts<double>(30, 12, 5);
  const Projection found = cl_lsi(documents, {.dimension = 4, .exact = true}, Run());
  const DenseSvd<double> svd = svd_dense<double>(documents.dense());
  for (Index i = 0; i < 4; ++i) {
    CHECK(found.values[i] == doctest::Approx(svd.s[i]).epsilon(1e-8));
    CHECK(std::abs(found.terms.col(i).dot(svd.v.col(i))) == doctest::Approx(1).epsilon(1e-8));
  }
}

TEST_CASE("more dimensions than the rank: a warning, and the rank") {
  Warnings warnings;
  Run run;
  run.observer = &warnings;
  const auto few = random_texts<double>(5, 40, 7), other = random_texts<double>(5, 40, 8);
  CHECK(cl_lsi(few, {.dimension = 20}, run).values.size() == 5);
  CHECK(warnings.messages == std::vector<std::string>{"the rank of the documents is 5: so many dimensions, not 20"});
  warnings.messages.clear();
  CHECK(cca({few, other}, {.dimension = 20, .regulariser = 1}, run).values.size() == 4);
  CHECK(warnings.messages == std::vector<std::string>{"the rank of the documents is 4: so many dimensions, not 20"});
  warnings.messages.clear();
  CHECK(opca({few, other}, {.dimension = 20, .regulariser = 1}, run).values.size() == 8);
  CHECK(warnings.messages.size() == 1);
  warnings.messages.clear();
  opca({few, other}, {.dimension = 20, .asked = false, .regulariser = 1}, run);
  CHECK(warnings.messages.empty());
}

TEST_CASE("regulariser 0 with a singular matrix says so and suggests a value") {
  const auto few = random_texts<double>(5, 40, 7), other = random_texts<double>(5, 40, 8);
  expect_error(ErrorCode::data, "--regulariser: 0 leaves the matrix N of differences singular; use 0.1", [&] {
    opca({few, other}, {.dimension = 2, .regulariser = 0}, Run());
  });
  expect_error(ErrorCode::data, "--regulariser: 0 leaves a covariance singular; use 1 or more", [&] {
    cca({few, other}, {.dimension = 2, .regulariser = 0}, Run());
  });
  expect_error(ErrorCode::data, "--regulariser: 0 leaves a covariance singular; use 1 or more", [&] {
    cca_by(CcaRoute::cholesky, {few, other}, {.dimension = 2, .regulariser = 0}, Run());
  });
}

TEST_CASE("identical languages are no error; documents that do not differ are") {
  const auto texts = random_texts<double>(20, 10, 9);
  CHECK(opca({texts, texts}, {.dimension = 3, .regulariser = 0.1}, Run()).values.size() == 3);
  const Projection same = cca({texts, texts}, {.dimension = 3, .regulariser = 1e-6}, Run());
  CHECK(same.values[0] == doctest::Approx(1).epsilon(1e-4));
  const CsrMatrix<double> equal = sparse_of(MatrixD::Ones(6, 4));
  const std::string message =
      "the documents do not differ: there is no direction to learn; give documents with different words";
  expect_error(ErrorCode::data, message, [&] { opca({equal, equal}, {.dimension = 2, .regulariser = 1}, Run()); });
}

TEST_CASE("same bits at any number of threads") {
  const auto left = random_texts<double>(60, 30, 21), right = random_texts<double>(60, 30, 22);
  const auto with = [](int threads) {
    Run run;
    run.pool = Pool(threads);
    return run;
  };
  const ProjectionOptions options{.dimension = 5, .regulariser = 1};
  const MatrixD one = opca({left, right}, options, with(1)).terms;
  const MatrixD one_cca = cca_by(CcaRoute::cholesky, {left, right}, options, with(1)).terms;
  const MatrixD one_gram = cca_by(CcaRoute::gram, {left, right}, options, with(1)).terms;
  for (const int threads : {2, 3}) {
    CHECK(one == opca({left, right}, options, with(threads)).terms);
    CHECK(one_cca == cca_by(CcaRoute::cholesky, {left, right}, options, with(threads)).terms);
    CHECK(one_gram == cca_by(CcaRoute::gram, {left, right}, options, with(threads)).terms);
  }
}

TEST_CASE("dimensions that are not asked for: by the number of documents") {
  CHECK(usual_dimensions(BridgeKind::opca, 100) == 200);
  CHECK(usual_dimensions(BridgeKind::opca, 300) == 250);
  CHECK(usual_dimensions(BridgeKind::cca, 1239) == 1000);
  CHECK(usual_dimensions(BridgeKind::s2net, 1239) == 1000);
  CHECK(usual_dimensions(BridgeKind::s2net, 24000) == 300);
}

namespace {

/// Texts that are one word each; the vector of word i is the binary digits of i, as many as asked for: each digit more
/// tells more words apart.
Projection digits_of(Index words, Index dimension, Index digits) {
  Projection whole;
  whole.terms = MatrixD::Zero(words, dimension);
  whole.values = VectorD::Ones(dimension);
  for (Index i = 0; i < words; ++i)
    for (Index k = 0; k < std::min(dimension, digits); ++k) whole.terms(i, k) = static_cast<double>(i >> k & 1);
  return whole;
}

}  // namespace

TEST_CASE("tuning goes on beyond the edge, and says when the best is still there") {
  const Run run;
  constexpr Index words = 512;
  const CsrMatrix<double> texts = sparse_of(MatrixD::Identity(words, words));
  std::vector<Index> asked;
  const auto by_dimension = [&](double, Index k) {
    asked.push_back(k);
    return digits_of(words, k, 9);
  };
  const Tuned wide = tune_projection({.dimension = true}, 0.1, 2, by_dimension, texts, texts, run);
  CHECK(asked == std::vector<Index>{2, 4, 8});  // twice as many, twice
  CHECK(wide.best.dimension == 8);
  CHECK(wide.edge == "the best has the most dimensions tried, 8: more may be better");
  asked.clear();
  const Tuned enough = tune_projection({.dimension = true}, 0.1, 9, by_dimension, texts, texts, run);
  CHECK(asked == std::vector<Index>{9, 18});  // more is no better
  CHECK(enough.best.dimension == 9);
  CHECK(enough.edge.empty());

  // A smaller regulariser is always better, and so is a larger one.
  std::vector<double> tried;
  for (const int sign : {1, -1}) {
    tried.clear();
    const auto by_regulariser = [&](double g, Index k) {
      tried.push_back(g);
      return digits_of(words, k, 5 - std::lround(sign * std::log10(g)));
    };
    const Tuned tuned = tune_projection({.regulariser = true}, 1, 9, by_regulariser, texts, texts, run);
    CHECK(tried.size() == 7);  // five, and two beyond
    CHECK(tuned.edge == (sign > 0 ? "the best has the smallest regulariser tried, 0.0001"
                                  : "the best has the largest regulariser tried, 10000"));
    for (std::size_t k = 1; k < tuned.trials.size(); ++k)
      CHECK(tuned.trials[k].regulariser > tuned.trials[k - 1].regulariser);
  }
  // The best inside: nothing is said.
  const auto middle = [&](double g, Index k) { return digits_of(words, k, std::abs(std::log10(g)) < 0.5 ? 9 : 3); };
  CHECK(tune_projection({.regulariser = true}, 1, 9, middle, texts, texts, run).edge.empty());
}
