// PHSIC against the estimator of the paper in data space, written out: 1/n sum_i kc(x, x_i) lc(y, y_i).
#include "couplet/methods/cooccurrence/phsic.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "tests/base/warnings.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

using PlainKernel = std::function<double(const VectorD&, const VectorD&)>;

double squared_distance(const VectorD& x, const VectorD& y) { return (x - y).squaredNorm(); }
double plain_cosine(const VectorD& x, const VectorD& y) { return x.dot(y) / (x.norm() * y.norm()); }

struct Case {
  std::string spec;
  PlainKernel kernel;
  double tolerance;
};

std::vector<Case> cases() {
  const PlainKernel rbf = [](const VectorD& x, const VectorD& y) {
    return std::exp(-squared_distance(x, y) / (2 * 1.5 * 1.5));
  };
  const PlainKernel laplacian = [](const VectorD& x, const VectorD& y) { return std::exp(-(x - y).lpNorm<1>() / 2); };
  const PlainKernel poly = [](const VectorD& x, const VectorD& y) { return std::pow(0.5 * x.dot(y) + 1, 2); };
  return {{"linear", [](const VectorD& x, const VectorD& y) { return x.dot(y); }, 1e-9},
          {"cosine", plain_cosine, 1e-9},
          {"rbf:sigma=1.5", rbf, 1e-6},
          {"laplacian:sigma=2", laplacian, 1e-6},
          {"poly:scale=0.5,offset=1,degree=2", poly, 1e-6},
          {"rbf:sigma=1.5+linear", [=](const VectorD& x, const VectorD& y) { return rbf(x, y) + x.dot(y); }, 1e-6},
          {"cosine*laplacian:sigma=2",
           [=](const VectorD& x, const VectorD& y) { return plain_cosine(x, y) * laplacian(x, y); }, 1e-6}};
}

MatrixD kernel_matrix(const PlainKernel& kernel, const MatrixD& x, const MatrixD& y) {
  MatrixD k(x.rows(), y.rows());
  for (Index i = 0; i < x.rows(); ++i)
    for (Index j = 0; j < y.rows(); ++j) k(i, j) = kernel(x.row(i).transpose(), y.row(j).transpose());
  return k;
}

/// kc(x, x_i) = k(x, x_i) - mean_j k(x, x_j) - mean_j k(x_j, x_i) + mean_jl k(x_j, x_l), for each new x.
MatrixD centred_kernel(const PlainKernel& kernel, const MatrixD& fresh, const MatrixD& train) {
  MatrixD k = kernel_matrix(kernel, fresh, train);
  const MatrixD among = kernel_matrix(kernel, train, train);
  const VectorD fresh_means = k.rowwise().mean();
  const Eigen::RowVectorXd train_means = among.colwise().mean();
  k.colwise() -= fresh_means;
  k.rowwise() -= train_means;
  k.array() += among.mean();
  return k;
}

std::vector<double> data_space_scores(const PlainKernel& left, const PlainKernel& right, const RowPairs& train,
                                      const RowPairs& fresh) {
  const MatrixD k = centred_kernel(left, fresh.left, train.left), l = centred_kernel(right, fresh.right, train.right);
  const VectorD scores = k.cwiseProduct(l).rowwise().sum() / static_cast<double>(train.left.rows());
  return {scores.begin(), scores.end()};
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Plain PHSIC by a kernel, with as many features as there are pairs where they are chosen.
Options plain(const std::string& kernel) {
  Options options{{"whiten", "0"}, {"kernel", kernel}};
  if (kernel != "linear" && kernel != "cosine") options["rank"] = "60";
  return options;
}

}  // namespace

TEST_CASE("every kernel gives the data-space estimator, on training pairs and new ones") {
  const TemporaryDirectory directory;
  const RowPairs train = correlated_rows(60, 5, 5, 51), fresh = correlated_rows(15, 5, 5, 52);
  for (const Case& one : cases()) {
    CAPTURE(one.spec);
    const Fitted fitted = fit_rows(directory, train, plain(one.spec));
    CHECK(relative_error(scores_of(*fitted.model, fresh), data_space_scores(one.kernel, one.kernel, train, fresh)) <
          one.tolerance);
    CHECK(relative_error(scores_of(*fitted.model, train), data_space_scores(one.kernel, one.kernel, train, train)) <
          one.tolerance);
  }
}

TEST_CASE("a kernel and a width of its own for the right side") {
  const TemporaryDirectory directory;
  const RowPairs train = correlated_rows(60, 5, 3, 53), fresh = correlated_rows(15, 5, 3, 54);
  const Fitted fitted = fit_rows(
      directory, train, {{"whiten", "0"}, {"kernel", "cosine"}, {"kernel-right", "laplacian:sigma=2"}, {"rank", "60"}});
  const auto all = cases();
  CHECK(relative_error(scores_of(*fitted.model, fresh), data_space_scores(all[1].kernel, all[3].kernel, train, fresh)) <
        1e-6);
}

TEST_CASE("HSIC is the mean PHSIC of the training pairs and 1/n^2 tr(K H L H)") {
  const TemporaryDirectory directory;
  const RowPairs train = correlated_rows(60, 5, 5, 55);
  const MatrixD h = MatrixD::Identity(60, 60) - MatrixD::Constant(60, 60, 1.0 / 60);
  for (const Case& one : cases()) {
    CAPTURE(one.spec);
    const Fitted fitted = fit_rows(directory, train, plain(one.spec));
    const MatrixD k = kernel_matrix(one.kernel, train.left, train.left),
                  l = kernel_matrix(one.kernel, train.right, train.right);
    const double hsic = (k * h * l * h).trace() / 3600;
    const double found = dynamic_cast<const PhsicModel&>(*fitted.model).statistics().moments.hsic();
    CHECK(found == doctest::Approx(hsic).epsilon(one.tolerance));
    CHECK(mean_of(scores_of(*fitted.model, train)) == doctest::Approx(found).epsilon(1e-9));
    REQUIRE(fitted.report.find("hsic"));
    CHECK(std::get<double>(fitted.report.find("hsic")->value) == doctest::Approx(hsic).epsilon(1e-5));
  }
}

TEST_CASE("z is the distance from re-paired training pairs in their deviations") {
  const TemporaryDirectory directory;
  const RowPairs train = correlated_rows(60, 5, 5, 56);
  for (const char* whiten : {"0", "0.1"}) {
    const Fitted fitted = fit_rows(directory, train, {{"whiten", whiten}, {"kernel", "linear"}});
    double sum = 0, squares = 0;
    for (Index shift = 1; shift < 60; ++shift) {
      RowPairs shifted = train;
      for (Index i = 0; i < 60; ++i) shifted.right.row(i) = train.right.row((i + shift) % 60);
      for (const double score : scores_of(*fitted.model, shifted)) {
        sum += score;
        squares += score * score;
      }
    }
    const double mean = sum / (60 * 59), sd = std::sqrt(squares / (60 * 59) - mean * mean);
    const std::vector<double> random = capability<ScoresRandomPairs>(*fitted.model).random_scores();
    CHECK(random.size() == 60 * 59);
    CHECK(std::abs(mean_of(random) - mean) < 1e-4 * sd);
    PairBatch batch;
    batch.left.rows = train.left;
    batch.right.rows = train.right;
    for (const PairScore& score : capability<ScoresPairs>(*fitted.model).score(batch, Run()))
      CHECK(score.z == doctest::Approx((score.value - mean) / sd).epsilon(1e-4));
  }
}

TEST_CASE("embeddings are vectors whose inner products are the scores") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(300, 57);
  for (const char* whiten : {"0", "0.1"}) {
    const Fitted fitted = fit_texts(directory, texts, {{"encoder", "lsa:8"}, {"text", "space"}, {"whiten", whiten}});
    const auto& embedder = capability<EmbedsSides>(*fitted.model);
    TextPairs some = part_of(texts, 0, 20);
    some.left[3] = "nothing known";
    Items left, right;
    left.texts = some.left;
    right.texts = some.right;
    const auto [u, left_known] = embedder.embed(Side::left, left, Run());
    const MatrixD v = embedder.embed(Side::right, right, Run()).rows;
    CHECK(u.cols() == embedder.dimension());
    const std::vector<double> scores = scores_of(*fitted.model, some);
    for (Index i = 0; i < 20; ++i) {
      CHECK(left_known[i] == (i != 3));
      if (i == 3)
        CHECK(u.row(i).norm() == 0);
      else
        CHECK(u.row(i).dot(v.row(i)) == doctest::Approx(scores[i]).epsilon(1e-10));
    }
  }
}

TEST_CASE("texts without a known word have no score: not 0, not a number") {
  const TemporaryDirectory directory;
  const std::string vectors = directory.put("vectors.txt", topic_vectors(6, 1));
  const Fitted fitted = fit_texts(directory, topic_texts(100, 58), {{"vectors", vectors}, {"text", "space"}});
  PairBatch batch;
  batch.left.texts = {"l1w1 l1w2", "xyzzy", "l1w1", "", "xyzzy"};
  batch.right.texts = {"r1w1 plugh", "r1w1", "plugh", "r1w1", "plugh"};
  const auto scores = capability<ScoresPairs>(*fitted.model).score(batch, Run());
  const auto judged = capability<JudgesPairs>(*fitted.model).judge(batch, 0.5, Run());
  const bool left_known[] = {true, false, true, false, false}, right_known[] = {true, true, false, true, false};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(scores[i].left_known == left_known[i]);
    CHECK(scores[i].right_known == right_known[i]);
    CHECK(std::isnan(scores[i].value) == (i > 0));
    CHECK(std::isnan(scores[i].z) == (i > 0));
    CHECK(std::isnan(judged[i].quality) == (i > 0));
  }
}

TEST_CASE("quality: a typical training pair has about 0, an odd length costs") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(500, 59);
  const Fitted fitted = fit_texts(directory, texts, {{"encoder", "lsa:8"}, {"text", "space"}});
  const auto& judge = capability<JudgesPairs>(*fitted.model);
  PairBatch batch;
  batch.left.texts = texts.left;
  batch.right.texts = texts.right;
  const auto plain = judge.judge(batch, 0, Run()), weighed = judge.judge(batch, 0.5, Run());
  int above = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    above += plain[i].quality > 0;
    CHECK(weighed[i].quality <= plain[i].quality);
    const double penalty = std::pow(std::max(0.0, std::abs(plain[i].length) - 1), 1.5);
    CHECK(weighed[i].quality == doctest::Approx(plain[i].quality - 0.5 * penalty).epsilon(1e-12));
  }
  CHECK(std::abs(above - 250) < 60);
}

TEST_CASE("sides that vary independently are warned of") {
  const TemporaryDirectory directory;
  Warnings warnings;
  Run run;
  run.observer = &warnings;
  TextPairs pairs{{"a b", "a b", "g h", "g h"}, {"c d", "e f", "c d", "e f"}};
  fit_texts(directory, pairs, {{"encoder", "hash:8"}}, run);
  CHECK(warnings.messages ==
        std::vector<std::string>{directory.file("pairs.tsv") +
                                 ": the two sides vary independently (hsic is 0), so the scores say nothing; see "
                                 "--columns"});
  pairs.right[3] = "c d";
  fit_texts(directory, pairs, {{"encoder", "hash:8"}}, run);
  CHECK(warnings.messages.size() == 1);
}
