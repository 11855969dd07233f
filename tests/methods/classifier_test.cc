#include "couplet/methods/classify/classifier.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/base/random.h"
#include "couplet/search/row_search.h"
#include "tests/base/expect_error.h"

using namespace couplet;

namespace {

/// Three clouds around the axes.
MatrixD clouds(Index n, std::uint64_t seed, std::vector<std::string>& labels) {
  Random random(seed);
  MatrixD rows(n, 3);
  labels.clear();
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < 3; ++j) rows(i, j) = 0.3 * random.normal() + (j == i % 3 ? 1 : 0);
    labels.push_back(std::string(1, static_cast<char>('c' - i % 3)));
  }
  return rows;
}

double right_share(const Classifier& classifier, const MatrixD& rows, const std::vector<std::string>& labels) {
  const auto found = classifier.classify(rows, Run());
  double right = 0;
  for (std::size_t i = 0; i < found.size(); ++i) right += classifier.labels()[found[i].label] == labels[i];
  return right / static_cast<double>(found.size());
}

}  // namespace

TEST_CASE("rows by any comparison, best first, at any thread count") {
  Random random(3);
  MatrixD queries(70, 4), rows(90, 4);
  for (MatrixD* matrix : {&queries, &rows})
    for (Index i = 0; i < matrix->rows(); ++i) {
      for (Index j = 0; j < 4; ++j) (*matrix)(i, j) = random.uniform();
      matrix->row(i) /= matrix->row(i).sum();
    }
  rows.row(80) = rows.row(10);
  for (const Comparison comparison : {Comparison::inner_product, Comparison::l1, Comparison::jensen_shannon}) {
    MatrixD scores(70, 90);
    compare_rows(queries, rows, comparison, scores);
    Run three;
    three.pool = Pool(3);
    const Neighbours found = search_rows(queries, rows, {comparison}, 5, Run()),
                     again = search_rows(queries, rows, {comparison}, 5, three);
    for (Index q = 0; q < 70; ++q) {
      CHECK(found[q][0].score == scores.row(q).maxCoeff());
      for (std::size_t i = 0; i < 5; ++i) CHECK(found[q][i].id == again[q][i].id);
      for (std::size_t i = 1; i < 5; ++i) CHECK(found[q][i - 1].score >= found[q][i].score);
    }
  }
  // With a margin: each score over the mean of both texts' two best.
  MatrixD scores(70, 90);
  compare_rows(queries, rows, Comparison::inner_product, scores);
  const auto mean_of_best = [](VectorD line) {
    std::sort(line.begin(), line.end(), std::greater<>());
    return (line[0] + line[1]) / 2;
  };
  const Neighbours divided = search_rows(queries, rows, {Comparison::inner_product, 2}, 90, Run());
  for (Index q = 0; q < 70; ++q)
    for (const Neighbour& found : divided[q])
      CHECK(found.score == doctest::Approx(2 * scores(q, found.id) /
                                           (mean_of_best(scores.row(q)) + mean_of_best(scores.col(found.id)))));
  expect_error(ErrorCode::usage, "neighbours: at least 1 must be asked for",
               [&] { search_rows(queries, rows, {Comparison::l1}, 0, Run()); });
}

TEST_CASE("both classifiers learn three clouds") {
  std::vector<std::string> labels, fresh_labels;
  const MatrixD rows = clouds(150, 1, labels), fresh = clouds(90, 2, fresh_labels);
  using Kind = ClassifierOptions::Kind;
  for (const ClassifierOptions& options :
       {ClassifierOptions{}, ClassifierOptions{.neighbours = 7}, ClassifierOptions{.kind = Kind::linear, .cost = 10}}) {
    const auto classifier = make_classifier(rows, labels, options, Run());
    CHECK(classifier->labels() == std::vector<std::string>{"a", "b", "c"});
    CHECK(right_share(*classifier, fresh, fresh_labels) > 0.9);
  }
}

TEST_CASE("the linear classifier is at the minimum of its loss") {
  // Two points with labels a and b at +1 and -1: by symmetry w_a = -w_b = w and no intercept difference; the loss is
  // w^2 + 2 c log(1 + exp(-2 w)), so that w = 2 c / (1 + exp(2 w)).
  MatrixD rows(2, 1);
  rows << 1, -1;
  const auto classifier =
      make_classifier(rows, {"a", "b"}, {.kind = ClassifierOptions::Kind::linear, .cost = 3}, Run());
  double w = 1;
  for (int i = 0; i < 200; ++i) w = 0.5 * w + 0.5 * 6 / (1 + std::exp(2 * w));
  const auto found = classifier->classify(rows, Run());
  CHECK(found[0].label == 0);
  CHECK(found[0].share == doctest::Approx(1 / (1 + std::exp(-2 * w))).epsilon(1e-4));
}

TEST_CASE("votes: equal ones go to the nearer") {
  MatrixD rows(4, 2), query(1, 2);
  rows << 1, 0, 0.9, 0.1, 0.95, 0, 0.5, 0;
  query << 1, 0;
  const auto classifier = make_classifier(rows, {"x", "y", "y", "x"}, {.neighbours = 4}, Run());
  const auto found = classifier->classify(query, Run());
  CHECK(classifier->labels()[found[0].label] == "y");
  CHECK(found[0].share == 0.5);
}

TEST_CASE("what a classifier refuses") {
  const MatrixD rows = MatrixD::Ones(2, 2);
  expect_error(ErrorCode::data, "labels: all are 'a'; give texts of at least two labels", [&] {
    make_classifier(rows, {"a", "a"}, {}, Run());
  });
  expect_error(ErrorCode::data, "labels: there are none; give texts of at least two labels",
               [&] { make_classifier(MatrixD(0, 2), {}, {}, Run()); });
  expect_error(ErrorCode::usage, "--neighbours: must be at least 1", [&] {
    make_classifier(rows, {"a", "b"}, {.neighbours = 0}, Run());
  });
  expect_error(ErrorCode::usage, "--cost: must be a number above 0", [&] {
    make_classifier(rows, {"a", "b"}, {.cost = 0}, Run());
  });
}
