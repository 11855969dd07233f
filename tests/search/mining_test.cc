#include "couplet/search/mining.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "couplet/base/random.h"
#include "couplet/search/row_search.h"
#include "tests/base/thread_team.h"

using namespace couplet;

namespace {

MatrixD random_unit_rows(Index n, Index d, std::uint64_t seed) {
  Random random(seed);
  MatrixD rows(n, d);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < d; ++j) rows(i, j) = random.normal();
    rows.row(i) /= rows.row(i).norm();
  }
  return rows;
}

}  // namespace

TEST_CASE("mutual nearest neighbours are those of all pairs of scores") {
  const Index n = 300, m = 270;
  const MatrixD left = random_unit_rows(n, 6, 1), right = random_unit_rows(m, 6, 2);
  std::vector<bool> left_known(n, true), right_known(m, true);
  left_known[5] = right_known[7] = false;
  const MatrixD scores = left * right.transpose();
  std::vector<MinedPair> wanted;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) {
      bool best = i != 5 && j != 7;
      for (Index other = 0; other < m && best; ++other) best = other == 7 || scores(i, other) <= scores(i, j);
      for (Index other = 0; other < n && best; ++other) best = other == 5 || scores(other, j) <= scores(i, j);
      if (best) wanted.push_back({i, j, scores(i, j)});
    }
  std::sort(wanted.begin(), wanted.end(), [](const MinedPair& a, const MinedPair& b) { return a.score > b.score; });
  for (const int threads : {1, 3}) {
    Run run;
    run.pool = Pool(threads);
    const auto found = mutual_nearest(left, right, left_known, right_known, {}, run);
    REQUIRE(found.size() == wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(found[i].left == wanted[i].left);
      CHECK(found[i].right == wanted[i].right);
      CHECK(found[i].score == doctest::Approx(wanted[i].score));
    }
  }
  // A margin divides by the mean of the nearest of both.
  const auto scaled = mutual_nearest(left, right, left_known, right_known, {.margin = 4}, Run());
  const Divisors divisors = margin_divisors(left, right, left_known, right_known, {.margin = 4}, Run());
  REQUIRE(!scaled.empty());
  CHECK(scaled[0].score == doctest::Approx(2 * scores(scaled[0].left, scaled[0].right) /
                                           (divisors.left[scaled[0].left] + divisors.right[scaled[0].right])));
}

TEST_CASE("a team finds the same pairs and neighbours, to the bit") {
  const MatrixD left = random_unit_rows(700, 20, 3), right = random_unit_rows(600, 20, 4);
  const std::vector<bool> left_known(700, true), right_known(600, true);
  const PairScoring scoring{.margin = 4};
  const auto work = [&](Team& team) {
    Run run;
    run.team = &team;
    std::vector<double> numbers;
    for (const MinedPair& pair : mutual_nearest(left, right, left_known, right_known, scoring, run))
      numbers.insert(numbers.end(), {static_cast<double>(pair.left), static_cast<double>(pair.right), pair.score});
    const Neighbours found = search_rows(left, right, scoring, 3, run);
    for (Index q = 0; q < left.rows(); ++q)
      for (const Neighbour& near : found[q]) numbers.insert(numbers.end(), {static_cast<double>(near.id), near.score});
    return numbers;
  };
  const std::vector<double> alone = work(Team::solo());
  for (const int size : {2, 3, 20})
    for (const auto& shared : in_team(size, work)) CHECK(shared == alone);
}

TEST_CASE("of equally near texts the first counts, on either side") {
  MatrixD left = MatrixD::Zero(300, 2), right = MatrixD::Zero(3, 2);
  left.col(0).setOnes();  // all alike, over more than one block
  right.col(1).setOnes();
  right.bottomRows(2) << 1, 0, 1, 0;
  const auto found = mutual_nearest(left, right, std::vector<bool>(300, true), std::vector<bool>(3, true), {}, Run());
  REQUIRE(found.size() == 1);
  CHECK(found[0].left == 0);
  CHECK(found[0].right == 1);
}

TEST_CASE("divisors: the mean of the nearest known texts, of all where there are fewer, never 0") {
  MatrixD left(2, 2), right(3, 2);
  left << 1, 0, 0, 1;
  right << 0.8, 0.6, 0.6, 0.8, 1, 0;
  const std::vector<bool> left_known(2, true), right_known{true, true, false};
  const Divisors two = margin_divisors(left, right, left_known, right_known, {.margin = 2}, Run());
  CHECK(two.left[0] == doctest::Approx(0.7));
  CHECK(two.right[2] == doctest::Approx(0.5));
  const Divisors many = margin_divisors(left, right, left_known, right_known, {.margin = 50}, Run());
  CHECK(many.left[0] == doctest::Approx(0.7));
  CHECK(many.right[0] == doctest::Approx(0.7));
  const Divisors one = margin_divisors(left, right, left_known, right_known, {.margin = 1}, Run());
  CHECK(one.left[0] == doctest::Approx(0.8));
  CHECK(margin_divisors(left, -right, left_known, right_known, {.margin = 1}, Run()).left.minCoeff() > 0);
}

TEST_CASE("a search divides by the query's nearest alone where queries are few, at most a quarter of the rows") {
  const MatrixD queries = random_unit_rows(12, 5, 1), rows = random_unit_rows(40, 5, 2);
  const auto best = [](VectorD scores, Index count) {
    std::sort(scores.begin(), scores.end(), std::greater<>());
    return scores.head(count).mean();
  };
  const Divisors enough = search_divisors(queries, rows, {.margin = 3}, Run());
  REQUIRE(enough.right.size() == 40);
  CHECK(enough.left[4] == doctest::Approx(best(rows * queries.row(4).transpose(), 3)));
  CHECK(enough.right[7] == doctest::Approx(best(queries * rows.row(7).transpose(), 3)));
  const Divisors few = search_divisors(queries, rows, {.margin = 4}, Run());
  CHECK(few.right.size() == 0);
  const Divisors large = search_divisors(queries, rows, {.margin = 1000}, Run());
  CHECK(large.right.size() == 0);
  CHECK(large.left[4] == doctest::Approx(best(rows * queries.row(4).transpose(), 10)));
  const MatrixD one = queries.row(4);
  const Neighbours alone = search_rows(one, rows, {.margin = 4}, 5, Run()),
                   beside = search_rows(queries, rows, {.margin = 4}, 5, Run());
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(alone[0][i].id == beside[4][i].id);
    CHECK(alone[0][i].score == doctest::Approx(beside[4][i].score).epsilon(1e-12));
  }
  std::vector<bool> known(12, true);
  known[0] = false;
  const Neighbours some = search_known_rows(queries, known, rows, {.margin = 4}, 5, Run());
  CHECK(some[0].empty());
  CHECK(some[4][2].id == beside[4][2].id);
}
