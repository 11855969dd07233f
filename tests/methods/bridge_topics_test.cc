#include <doctest/doctest.h>

#include <cmath>

#include "couplet/base/random.h"
#include "couplet/methods/bridge/plsa.h"
#include "couplet/methods/bridge/topic_model.h"
#include "tests/base/expect_error.h"
#include "tests/base/thread_team.h"
#include "tests/linalg/owned_rows.h"
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

/// Where the learning begins: words dealt to three topics in turn by frequency.
MatrixD plain_start(const std::vector<CsrMatrix<double>>& counts) {
  const VectorD frequency = counts[0].col_sums() + counts[1].col_sums();
  MatrixD words = MatrixD::Constant(12, 3, 0.1 / 3);
  for (const Index first : {0, 6}) {
    std::vector<Index> order = {first, first + 1, first + 2, first + 3, first + 4, first + 5};
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return frequency[a] > frequency[b]; });
    for (Index i = 0; i < 6; ++i) words(order[i], i % 3) += 1;
    for (Index w = first; w < first + 6; ++w) words.row(w) *= frequency[w];
    for (Index t = 0; t < 3; ++t) words.col(t).segment(first, 6) /= words.col(t).segment(first, 6).sum();
  }
  return words;
}

/// What the multipliers make of the topics of a document's two texts, CPLSA: p(t|w) of the words in it, by language.
CoupledFactors plain_factors(const std::vector<CsrMatrix<double>>& counts, const MatrixD& words,
                             const std::vector<MatrixD>& topics, Index document, const PlsaOptions& options) {
  MatrixD p[2];
  VectorD times[2];
  for (std::size_t m = 0; m < 2; ++m) {
    const VectorD row = counts[m].dense().row(document).transpose();
    for (Index w = 0; w < row.size(); ++w) {
      if (row[w] == 0) continue;
      const Index at = p[m].rows();
      p[m].conservativeResize(at + 1, words.cols());
      times[m].conservativeResize(at + 1);
      p[m].row(at) = words.row(w).cwiseProduct(topics[m].row(document));
      times[m][at] = row[w];
    }
  }
  return couple(p[0], times[0], p[1], times[1], options);
}

/// One iteration by the definition, each token by itself. topics: one for all languages (JPLSA), or one each (CPLSA).
MatrixD plain_step(const std::vector<CsrMatrix<double>>& counts, const MatrixD& words, std::vector<MatrixD>& topics,
                   const PlsaOptions& options) {
  MatrixD next = MatrixD::Constant(words.rows(), words.cols(), options.beta - 1);
  std::vector<MatrixD> next_topics(topics.size(), MatrixD::Constant(30, 3, options.alpha - 1));
  for (Index i = 0; i < 30; ++i) {
    CoupledFactors factors{VectorD::Ones(3), VectorD::Ones(3)};
    if (options.coupled) factors = plain_factors(counts, words, topics, i, options);
    for (std::size_t m = 0; m < 2; ++m) {
      const MatrixD dense = counts[m].dense();
      const std::size_t own = options.coupled ? m : 0;
      for (Index w = 0; w < dense.cols(); ++w) {
        if (dense(i, w) == 0) continue;
        const Eigen::RowVectorXd p = words.row(w)
                                         .cwiseProduct(topics[own].row(i))
                                         .cwiseProduct((m == 0 ? factors.left : factors.right).transpose());
        next.row(w) += dense(i, w) * p / p.sum();
        next_topics[own].row(i) += dense(i, w) * p / p.sum();
      }
    }
  }
  for (Index t = 0; t < next.cols(); ++t)
    for (const Index first : {0, 6}) next.col(t).segment(first, 6) /= next.col(t).segment(first, 6).sum();
  for (std::size_t m = 0; m < topics.size(); ++m)
    for (Index i = 0; i < 30; ++i) topics[m].row(i) = next_topics[m].row(i) / next_topics[m].row(i).sum();
  return next;
}

}  // namespace

TEST_CASE("texts of the same topics are not drawn together, however long each is") {
  MatrixD p(3, 2);
  p << 0.7, 0.1, 0.2, 0.3, 0.1, 0.6;
  const VectorD counts = VectorD::LinSpaced(3, 1, 5);
  const CoupledFactors factors = couple(p, counts, p, 3 * counts, {});
  CHECK((factors.left.array() - 1).abs().maxCoeff() < 1e-12);
  CHECK((factors.right.array() - 1).abs().maxCoeff() < 1e-12);
}

TEST_CASE("iterations of JPLSA and CPLSA are EM by the definition") {
  const auto counts = three_subjects(30);
  MatrixD learned[2];
  for (const bool coupled : {false, true}) {
    CAPTURE(coupled);
    PlsaOptions options{.topics = 3, .coupled = coupled, .strength = 0.2};
    MatrixD words = plain_start(counts);
    std::vector<MatrixD> topics(coupled ? 2 : 1, MatrixD::Constant(30, 3, 1.0 / 3));
    for (options.iterations = 1; options.iterations < 5; ++options.iterations) {
      words = plain_step(counts, words, topics, options);
      learned[coupled] = train_plsa({counts.begin(), counts.end()}, {0, 6}, options, Run()).words;
      CHECK((words - learned[coupled]).cwiseAbs().maxCoeff() < 1e-12);
    }
    // Drawn together, the topics of two texts are closer, but not as one.
    if (coupled) CHECK((topics[0] - topics[1]).cwiseAbs().maxCoeff() > 1e-3);
  }
  CHECK((learned[0] - learned[1]).cwiseAbs().maxCoeff() > 1e-3);
}

TEST_CASE("topics of documents that belong to the processes of a team") {
  const auto counts = three_subjects(30);
  for (const bool coupled : {false, true}) {
    const PlsaOptions options{.topics = 3, .iterations = 4, .coupled = coupled, .strength = 0.2};
    const Plsa alone = train_plsa({counts.begin(), counts.end()}, {0, 6}, options, Run());
    for (const int size : {2, 3, 40})
      for (const Plsa& plsa : in_team(size, [&](Team& team) {
             Run run;
             run.pool = Pool(1);
             run.team = &team;
             return train_plsa({own_rows(counts[0], 30, team), own_rows(counts[1], 30, team)}, {0, 6}, options, run);
           })) {
        CHECK(plsa.words == alone.words);
        for (std::size_t i = 0; i < 4; ++i) {
          CHECK(plsa.log_likelihood[i] == doctest::Approx(alone.log_likelihood[i]).epsilon(1e-12));
          CHECK(plsa.objective[i] == doctest::Approx(alone.objective[i]).epsilon(1e-12));
        }
      }
  }
}

TEST_CASE("the likelihood of JPLSA does not fall") {
  const auto counts = three_subjects(30);
  PlsaOptions options{.topics = 3};
  options.iterations = 60;
  options.alpha = options.beta = 1;  // no priors: plain likelihood
  const Plsa trained = train_plsa({counts.begin(), counts.end()}, {0, 6}, options, Run());
  for (std::size_t i = 1; i < trained.log_likelihood.size(); ++i)
    CHECK(trained.log_likelihood[i] >= trained.log_likelihood[i - 1] - 1e-12);
  // Before the first iteration every text has all topics evenly.
  const MatrixD words = plain_start(counts);
  double likelihood = 0, tokens = 0;
  for (const auto& language : counts) {
    const MatrixD dense = language.dense();
    for (Index i = 0; i < 30; ++i)
      for (Index w = 0; w < 12; ++w) {
        likelihood += dense(i, w) > 0 ? dense(i, w) * std::log(words.row(w).mean()) : 0;
        tokens += dense(i, w);
      }
  }
  CHECK(trained.log_likelihood[0] == doctest::Approx(likelihood / tokens));
  for (Index t = 0; t < 3; ++t) {
    CHECK(trained.words.col(t).head(6).sum() == doctest::Approx(1));
    CHECK(trained.words.col(t).tail(6).sum() == doctest::Approx(1));
  }
}

TEST_CASE("likelihood and objective by the definition; EM lowers the objective of neither") {
  // Computed with numpy, token by token, from the definitions.
  constexpr double likelihoods[2][4] = {{-1.367434544672, -1.324896987296, -1.316609439412, -1.305487246446},
                                        {-1.367434544672, -1.127804587487, -1.092705766146, -1.083561434152}};
  constexpr double objectives[2][4] = {{-1.399961637169, -1.358121504441, -1.350251765136, -1.339549311441},
                                       {-1.490673487126, -1.271629872836, -1.24827394389, -1.243418651971}};
  MatrixD left(3, 8), right(3, 8);
  left << 3, 1, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 0, 0, 0;
  right << 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 1, 3, 1, 0, 0, 0, 0, 0, 2, 0, 2;
  const std::vector<CsrMatrix<double>> counts = {sparse_of(left), sparse_of(right)};
  for (const bool coupled : {false, true}) {
    CAPTURE(coupled);
    PlsaOptions options{.topics = 2, .iterations = 60, .coupled = coupled, .strength = 0.2};
    const Plsa plsa = train_plsa({counts.begin(), counts.end()}, {0, 4}, options, Run());
    REQUIRE(plsa.log_likelihood.size() == 60);
    CHECK(plsa.iterations == 60);
    for (int i = 0; i < 4; ++i) {
      CHECK(std::abs(plsa.log_likelihood[i] - likelihoods[coupled][i]) < 1e-10);
      CHECK(std::abs(plsa.objective[i] - objectives[coupled][i]) < 1e-10);
    }
    double lowest = 0;
    for (std::size_t i = 1; i < 60; ++i) {
      CHECK(plsa.objective[i] >= plsa.objective[i - 1] - 1e-12);
      lowest = std::min(lowest, plsa.log_likelihood[i] - plsa.log_likelihood[i - 1]);
    }
    CHECK((lowest < -1e-4) == coupled);  // the likelihood of coupled topics may fall, and here it does
  }
}

TEST_CASE("learning ends when documents kept apart are found no better, with the best words") {
  const auto counts = three_subjects(30);
  PlsaOptions options{.topics = 3, .iterations = 50};
  options.look_each = 2;
  options.patience = 3;
  std::vector<MatrixD> seen;
  // Rises until the third look, then stays.
  const Plsa stopped = train_plsa({counts.begin(), counts.end()}, {0, 6}, options, Run(), [&](const MatrixD& words) {
    seen.push_back(words);
    return std::min<double>(static_cast<double>(seen.size()), 3);
  });
  CHECK(stopped.iterations == 6);
  REQUIRE(stopped.development.size() == 6);
  CHECK(stopped.development.back().iteration == 12);
  CHECK(stopped.words == seen[2]);
  options.iterations = 6;
  CHECK(stopped.words == train_plsa({counts.begin(), counts.end()}, {0, 6}, options, Run()).words);
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
