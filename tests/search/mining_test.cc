#include "couplet/search/mining.h"

#include <doctest/doctest.h>

#include "couplet/base/random.h"

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
  for (const int threads : {1, 3}) {
    Run run;
    run.pool = Pool(threads);
    const auto found = mutual_nearest(left, right, left_known, right_known, {}, run);
    REQUIRE(found.size() == wanted.size());
    double before = 2;
    for (const MinedPair& pair : found) {
      CHECK(pair.score <= before);
      before = pair.score;
      CHECK(pair.score == doctest::Approx(scores(pair.left, pair.right)));
    }
  }
  // A margin divides by the mean of the nearest of both.
  const auto scaled = mutual_nearest(left, right, left_known, right_known, {.margin = 4}, Run());
  const Divisors divisors = margin_divisors(left, right, left_known, right_known, {.margin = 4}, Run());
  REQUIRE(!scaled.empty());
  CHECK(scaled[0].score == doctest::Approx(2 * scores(scaled[0].left, scaled[0].right) /
                                           (divisors.left[scaled[0].left] + divisors.right[scaled[0].right])));
}
