#include "couplet/methods/s2net/trainer.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "couplet/methods/s2net/sampling.h"
#include "tests/base/expect_error.h"
#include "tests/linalg/samples.h"
#include "tests/methods/s2net_samples.h"

using namespace couplet;

namespace {

/// Share of left texts whose own right text is the strictly nearest; pairs are the diagonal.
template <class T>
double accuracy(const CsrOperator<T>& left, const CsrOperator<T>& right, const Matrix<T>& projection) {
  MatrixD p = (left.matrix().dense() * projection.topRows(left.cols())).template cast<double>();
  MatrixD q = (right.matrix().dense() * projection.bottomRows(right.cols())).template cast<double>();
  p.rowwise().normalize();
  q.rowwise().normalize();
  const MatrixD similarity = p * q.transpose();
  Index right_ones = 0;
  for (Index i = 0; i < p.rows(); ++i) {
    VectorD others = similarity.row(i).transpose();
    others[i] = -2;
    right_ones += similarity(i, i) > others.maxCoeff();
  }
  return static_cast<double>(right_ones) / static_cast<double>(p.rows());
}

/// Two languages that say the same in other words: the right text is the left one, its terms permuted, with noise.
struct Languages {
  CsrOperator<float> left, right;
  S2NetProblem<float> problem;

  Languages(Index n, Index terms, double noise, std::uint64_t seed)
      : left(random_texts<float>(n, terms, seed)), right(translated(left.matrix(), noise, seed + 1)) {
    problem = {&left, &right, false, {}, {}};
    for (Index i = 0; i < n; ++i) problem.pairs.push_back({i, i});
  }
  Languages(const Languages&) = delete;

  static CsrMatrix<float> translated(const CsrMatrix<float>& texts, double noise, std::uint64_t seed) {
    Random random(seed);
    std::vector<Triplet<float>> entries;
    for (Index i = 0; i < texts.rows(); ++i)
      for (std::int64_t at = texts.offsets()[i]; at < texts.offsets()[i + 1]; ++at)
        entries.push_back({i, (texts.columns()[at] * 7 + 3) % texts.cols(),
                           texts.values()[at] + static_cast<float>(noise * random.normal())});
    return CsrMatrix<float>::from_triplets(texts.rows(), texts.cols(), std::move(entries));
  }
};

class Counting : public Observer {
 public:
  void begin(std::string_view stage, std::int64_t total, std::string_view unit) override {
    log = std::string(stage) + " " + std::to_string(total) + " " + std::string(unit);
  }
  void advance(std::int64_t done) override { last = done; }
  std::string log;
  std::int64_t last = 0;
};

}  // namespace

TEST_CASE("learns two languages from pairs") {
  const Languages train(150, 20, 0.1, 1), held_out(100, 20, 0.1, 7);
  const MatrixF start = random_projection<float>(40, 8, 3);
  S2NetOptions options;
  options.optimiser.max_evaluations = 60;
  Counting counting;
  Run run;
  run.observer = &counting;
  const auto result = train_s2net<float>(train.problem, start, options, {}, run);
  CHECK(accuracy(held_out.left, held_out.right, start) < 0.2);
  CHECK(accuracy(held_out.left, held_out.right, result.projection) > 0.9);
  CHECK(result.report.loss < result.report.first_loss / 5);
  CHECK(result.report.end == LbfgsEnd::evaluations);
  CHECK(std::ssize(result.report.trace) == result.report.iterations + 1);
  CHECK(result.report.trace.back().loss == result.report.loss);
  CHECK(counting.log == "training s2net 60 evaluations");
  CHECK(counting.last == result.report.evaluations);
}

TEST_CASE("the best by the development figure is kept, and patience ends it") {
  const Languages train(40, 12, 0.2, 1);
  const MatrixF start = random_projection<float>(24, 4, 3);
  // Rises for three iterations, then falls.
  std::vector<MatrixF> seen;
  const DevelopmentFigure<float> peaked = [&](const MatrixF& projection) {
    seen.push_back(projection);
    const auto at = static_cast<double>(seen.size());
    return at <= 4 ? at : 8 - at;
  };
  S2NetOptions options;
  options.patience = 2;
  const auto result = train_s2net<float>(train.problem, start, options, peaked, Run());
  CHECK(seen.size() == 6);
  CHECK(identical(seen[0], start));
  CHECK(identical(result.projection, seen[3]));
  CHECK(result.report.development == 4);
  CHECK(result.report.loss == result.report.trace[3].loss);
  CHECK(result.report.iterations == 5);
  CHECK(result.report.end == LbfgsEnd::stopped);

  const auto unmoved = train_s2net<float>(
      train.problem, start, options, [](const MatrixF&) { return 1.0; }, Run());
  CHECK(identical(unmoved.projection, start));
  CHECK(unmoved.report.iterations == 2);
}

TEST_CASE("opposites and synonyms within one collection") {
  // Words 0-3 are of one kind, 4-7 its opposites, 8-11 neither; each is a term of its own, so nothing is known at
  // first.
  std::vector<Triplet<double>> entries;
  for (Index i = 0; i < 12; ++i) entries.push_back({i, i, 1.0});
  const CsrOperator<double> words(CsrMatrix<double>::from_triplets(12, 12, std::move(entries)));
  S2NetProblem<double> problem{&words, &words, false, {}, {}};
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < 4; ++j) {
      if (i != j) problem.pairs.push_back({i, j});
      problem.pairs.push_back({i, 4 + j, 1, true});
    }
  const auto result = train_s2net<double>(problem, random_projection<double>(12, 3, 1), {}, {}, Run());
  MatrixD g = result.projection;
  g.rowwise().normalize();
  const MatrixD similarity = g * g.transpose();
  for (Index i = 0; i < 4; ++i) {
    CHECK(similarity.block(i, 0, 1, 4).minCoeff() > similarity.block(i, 8, 1, 4).maxCoeff() + 0.3);
    CHECK(similarity.block(i, 4, 1, 4).maxCoeff() < similarity.block(i, 8, 1, 4).minCoeff() - 0.3);
  }
}

TEST_CASE("a strong pull keeps the start; graded triples alone") {
  const Languages train(30, 10, 0.1, 1);
  const MatrixF start = random_projection<float>(20, 3, 3);
  S2NetOptions options;
  options.loss.pull = 1e6;
  CHECK((train_s2net<float>(train.problem, start, options, {}, Run()).projection - start).norm() < 1e-3);

  S2NetProblem<float> graded = train.problem;
  graded.pairs.clear();
  for (Index i = 0; i < 30; ++i) graded.triples.push_back({i, i, (i + 1) % 30});
  const auto result = train_s2net<float>(graded, start, {}, {}, Run());
  CHECK(result.report.loss < 0.1 * result.report.first_loss);
}

TEST_CASE("samples of competitors: seeded, the same bits for 1, 2 and 3 threads") {
  const Languages train(300, 15, 0.1, 1);
  const MatrixF start = random_projection<float>(30, 6, 3);
  S2NetOptions options;
  options.competitors = 40;
  options.samples = 3;
  options.optimiser.max_iterations = 4;
  options.competitor_weights.assign(300, 1.0);
  options.competitor_weights[5] = 100;
  MatrixF first;
  for (const int threads : {1, 2, 3}) {
    const auto result = train_s2net<float>(train.problem, start, options, {}, run_with(threads));
    if (threads == 1) first = result.projection;
    CHECK(identical(first, result.projection));
    CHECK(result.report.iterations == 12);
  }
  Run other;
  other.seed = 2;
  CHECK_FALSE(identical(first, train_s2net<float>(train.problem, start, options, {}, other).projection));
  CHECK(accuracy(train.left, train.right, first) > accuracy(train.left, train.right, start) + 0.3);
}

TEST_CASE("a text of weight 0 is no competitor, where none are drawn either") {
  const Languages train(60, 15, 0.1, 1);
  const MatrixF start = random_projection<float>(30, 6, 3);
  S2NetProblem<float> few = train.problem;
  few.pairs.resize(40);
  S2NetOptions options;
  options.optimiser.max_iterations = 3;
  const MatrixF among_all = train_s2net<float>(few, start, options, {}, Run()).projection;
  options.competitor_weights.assign(60, 1.0);
  CHECK(identical(among_all, train_s2net<float>(few, start, options, {}, Run()).projection));
  std::fill(options.competitor_weights.begin() + 40, options.competitor_weights.end(), 0.0);
  const MatrixF among_forty = train_s2net<float>(few, start, options, {}, Run()).projection;
  CHECK_FALSE(identical(among_all, among_forty));
  options.competitors = 40;  // as many as there are: none is left to chance
  CHECK(identical(among_forty, train_s2net<float>(few, start, options, {}, Run()).projection));
}

TEST_CASE("weighted samples") {
  Random random(1);
  std::vector<int> drawn(4, 0);
  const std::vector<double> weights{1, 2, 0, 5};
  for (int repeat = 0; repeat < 8000; ++repeat) {
    const std::vector<Index> one = weighted_sample(4, 1, weights, random);
    REQUIRE(one.size() == 1);
    ++drawn[one[0]];
  }
  CHECK(drawn[0] > 850);
  CHECK(drawn[0] < 1150);
  CHECK(drawn[1] > 1800);
  CHECK(drawn[1] < 2200);
  CHECK(drawn[2] == 0);
  CHECK(weighted_sample(4, 9, weights, random) == std::vector<Index>{0, 1, 3});
  CHECK(weighted_sample(3, 3, {}, random) == std::vector<Index>{0, 1, 2});
  const std::vector<double> bad{1, -1};
  expect_error(ErrorCode::data, "weighted sample: item 1: -1 is not a weight; weights are finite and not negative",
               [&] { weighted_sample(2, 1, bad, random); });
}

TEST_CASE("bad input and interruption") {
  const Languages train(30, 10, 0.1, 1);
  const MatrixF start = random_projection<float>(20, 3, 3);
  const auto training = [&](const MatrixF& from, const S2NetOptions& options = {}) {
    train_s2net<float>(train.problem, from, options, {}, Run());
  };
  expect_error(ErrorCode::data, "s2net: the start is 19 x 3, expected 20 rows and at least one column",
               [&] { training(start.topRows(19)); });
  MatrixF broken = start;
  broken(3, 1) = std::numeric_limits<float>::quiet_NaN();
  expect_error(ErrorCode::data, "s2net: the start holds values that are not finite", [&] { training(broken); });
  expect_error(ErrorCode::data, "s2net: the start projects every text to 0; start from another projection",
               [&] { training(MatrixF::Zero(20, 3)); });
  expect_error(ErrorCode::usage, "s2net: patience must be at least 1", [&] { training(start, {.patience = 0}); });
  expect_error(ErrorCode::data, "s2net: 2 weights for 30 competitors", [&] {
    training(start, {.competitors = 3, .competitor_weights = {1, 1}});
  });
  expect_error(ErrorCode::data, "s2net: the weights of the competitors are all 0",
               [&] { training(start, {.competitors = 3, .competitor_weights = std::vector<double>(30, 0.0)}); });
  expect_error(ErrorCode::data, "s2net: the development figure is not a number", [&] {
    train_s2net<float>(
        train.problem, start, {}, [](const MatrixF&) { return std::numeric_limits<double>::quiet_NaN(); }, Run());
  });
  // A stop asked for in the third evaluation ends the work there.
  StopToken stop;
  Run run;
  run.stop = &stop;
  int figures = 0;
  CHECK_THROWS_AS(train_s2net<float>(
                      train.problem, start, {},
                      [&](const MatrixF&) {
                        if (++figures == 3) stop.request();
                        return double(figures);
                      },
                      run),
                  Error);
  CHECK(figures == 3);
}
