#include <doctest/doctest.h>

#include <cmath>

#include "couplet/base/random.h"
#include "couplet/methods/bridge/plsa.h"
#include "couplet/methods/bridge/topic_model.h"
#include "tests/base/expect_error.h"
#include "tests/methods/bridge_samples.h"

using namespace couplet;

namespace {

/// Counts of n documents on three subjects with words of their own; words 0-5 are left, 6-11 right.
std::vector<CsrMatrix<double>> three_subjects(Index n) {
  MatrixD left = MatrixD::Zero(n, 12), right = MatrixD::Zero(n, 12);
  Random random(5);
  for (Index i = 0; i < n; ++i)
    for (int word = 0; word < 6; ++word) {
      const Index subject = random.below(10) == 0 ? random.below(3) : i % 3;
      left(i, 2 * subject + random.below(2)) += 1;
      right(i, 6 + 2 * subject + random.below(2)) += 1;
    }
  return {sparse_of(left), sparse_of(right)};
}

/// One iteration by the definition, each token by itself; JPLSA.
MatrixD plain_step(const std::vector<CsrMatrix<double>>& counts, const MatrixD& words, MatrixD& topics,
                   const PlsaOptions& options) {
  MatrixD next = MatrixD::Constant(words.rows(), words.cols(), options.beta - 1);
  MatrixD next_topics = MatrixD::Constant(topics.rows(), topics.cols(), options.alpha - 1);
  for (const auto& language : counts) {
    const MatrixD dense = language.dense();
    for (Index i = 0; i < dense.rows(); ++i)
      for (Index w = 0; w < dense.cols(); ++w) {
        if (dense(i, w) == 0) continue;
        const Eigen::RowVectorXd p = words.row(w).cwiseProduct(topics.row(i));
        next.row(w) += dense(i, w) * p / p.sum();
        next_topics.row(i) += dense(i, w) * p / p.sum();
      }
  }
  for (Index t = 0; t < next.cols(); ++t)
    for (const Index first : {0, 6}) next.col(t).segment(first, 6) /= next.col(t).segment(first, 6).sum();
  for (Index i = 0; i < topics.rows(); ++i) topics.row(i) = next_topics.row(i) / next_topics.row(i).sum();
  return next;
}

}  // namespace

TEST_CASE("an iteration of JPLSA is EM by the definition, and the likelihood does not fall") {
  const auto counts = three_subjects(30);
  PlsaOptions options{.topics = 3, .iterations = 1};
  const MatrixD one = train_plsa(counts, {0, 6}, options, Run()).words;
  options.iterations = 3;
  const Plsa three = train_plsa(counts, {0, 6}, options, Run());
  // From the words after one iteration, two more by hand need the topics after one: learned from the start's words,
  // which one iteration with alpha and beta 1 does not show. So the plain steps begin at the start, rebuilt here: dealt
  // in turn by frequency.
  VectorD frequency = counts[0].col_sums() + counts[1].col_sums();
  MatrixD words = MatrixD::Constant(12, 3, 0.1 / 3);
  for (const Index first : {0, 6}) {
    std::vector<Index> order = {first, first + 1, first + 2, first + 3, first + 4, first + 5};
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return frequency[a] > frequency[b]; });
    for (Index i = 0; i < 6; ++i) words(order[i], i % 3) += 1;
    for (Index w = first; w < first + 6; ++w) words.row(w) *= frequency[w];
    for (Index t = 0; t < 3; ++t) words.col(t).segment(first, 6) /= words.col(t).segment(first, 6).sum();
  }
  MatrixD topics = MatrixD::Constant(30, 3, 1.0 / 3);
  words = plain_step(counts, words, topics, options);
  CHECK((words - one).cwiseAbs().maxCoeff() < 1e-12);
  words = plain_step(counts, words, topics, options);
  words = plain_step(counts, words, topics, options);
  CHECK((words - three.words).cwiseAbs().maxCoeff() < 1e-12);

  options.iterations = 60;
  options.alpha = options.beta = 1;  // no priors: plain likelihood
  const Plsa trained = train_plsa(counts, {0, 6}, options, Run());
  for (std::size_t i = 1; i < trained.log_likelihood.size(); ++i)
    CHECK(trained.log_likelihood[i] >= trained.log_likelihood[i - 1] - 1e-12);
  for (Index t = 0; t < 3; ++t) {
    CHECK(trained.words.col(t).head(6).sum() == doctest::Approx(1));
    CHECK(trained.words.col(t).tail(6).sum() == doctest::Approx(1));
  }
}

TEST_CASE("coupling makes the expected topics of both texts agree, as far as the ball allows") {
  Random random(3);
  MatrixD left(7, 4), right(5, 4);
  for (Index i = 0; i < left.size(); ++i) left.data()[i] = random.uniform() + 0.05;
  for (Index i = 0; i < right.size(); ++i) right.data()[i] = random.uniform() + 0.05;
  left.col(0) *= 4;
  right.col(1) *= 4;
  const VectorD n1 = VectorD::Constant(7, 2), n2 = VectorD::Constant(5, 3);
  const auto difference = [&](const CoupledFactors& factors) {
    const auto shares = [](const MatrixD& p, const VectorD& counts, const VectorD& factor) {
      VectorD sum = VectorD::Zero(p.cols());
      for (Index w = 0; w < p.rows(); ++w) {
        const VectorD q = p.row(w).transpose().cwiseProduct(factor);
        sum += counts[w] * q / q.sum();
      }
      return VectorD(sum / counts.sum());
    };
    return (shares(left, n1, factors.left) - shares(right, n2, factors.right)).norm();
  };
  const CoupledFactors none{VectorD::Ones(4), VectorD::Ones(4)};
  REQUIRE(difference(none) > 0.3);
  CHECK(difference(couple(left, n1, right, n2, {.projection_steps = 300, .strength = 100})) < 1e-6);
  CHECK(difference(couple(left, n1, right, n2, {})) < 1e-3);
  const double weak = difference(couple(left, n1, right, n2, {.projection_steps = 300, .strength = 0.1}));
  CHECK(weak > 0.05);
  CHECK(weak < difference(none));
  CHECK(difference(couple(left, n1, right, n2, {.projection_steps = 10, .strength = 0})) == difference(none));
}

TEST_CASE("topic models: scores, saving, threads, topics with their words") {
  const TemporaryDirectory directory;
  const TextPairs train = topic_texts(200, 11), fresh = topic_texts(40, 12);
  const std::string path = directory.put("train.tsv", tsv_of(train));
  const Options options = {{"text", "space"}, {"drop-frequent", "0"}, {"topics", "8"}, {"iterations", "40"}};
  for (const std::string method : {"jplsa", "cplsa"}) {
    CAPTURE(method);
    const Fitted fitted = fit_method(method, {path}, options);
    CHECK(mrr(*fitted.model, fresh) > 0.25);  // eight topics, five texts each; by chance 0.1
    const auto scores = scores_of(*fitted.model, fresh);
    const auto loaded = reloaded(directory, *fitted.model);
    CHECK(scores_of(*loaded, fresh) == scores);
    CHECK(run_self_test(*loaded) == 0);
    const std::string bytes = saved_bytes(directory, *fitted.model);
    for (const int threads : {1, 3}) {
      Run run;
      run.pool = Pool(threads);
      CHECK(saved_bytes(directory, *fit_method(method, {path}, options, run).model) == bytes);
    }
    const auto& model = dynamic_cast<const TopicModel&>(*fitted.model);
    CHECK(model.top_words(0, 0, 3).size() == 3);
    CHECK(model.top_words(0, 0, 3)[0][0] == 'l');
    CHECK(model.top_words(0, 1, 3)[0][0] == 'r');
    CHECK(std::isnan(scores_of(model, TextPairs{{"unknown"}, {train.right[0]}})[0]));
  }
}

TEST_CASE("cplsa of three languages") {
  const TemporaryDirectory directory;
  const std::string path = directory.put("a.txt", "a b\nc d\n");
  expect_error(ErrorCode::usage, "cplsa: takes two languages, here are 3; use jplsa for more", [&] {
    fit_method("cplsa", {path, path, path}, {{"text", "space"}, {"drop-frequent", "0"}, {"topics", "2"}});
  });
}
