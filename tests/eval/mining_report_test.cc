#include "couplet/eval/mining_report.h"

#include <doctest/doctest.h>

#include "tests/base/expect_error.h"

using namespace couplet;

TEST_CASE("precision, recall and the best threshold of mined pairs") {
  const std::vector<MinedPair> mined = {{0, 0, 0.9}, {1, 1, 0.8}, {2, 3, 0.7}, {3, 2, 0.6}, {4, 4, 0.5}};
  const GoldPairs gold = {{0, 0}, {1, 1}, {4, 4}, {5, 5}};
  const auto reports = mining_report(mined, gold, 0.65, 6, {200, 0.9}, Run());
  REQUIRE(reports.size() == 3);
  CHECK(reports[0].name == "precision");
  CHECK(reports[0].estimate.value == doctest::Approx(2.0 / 3));
  CHECK(reports[1].estimate.value == doctest::Approx(0.5));
  CHECK(reports[2].estimate.value == doctest::Approx(4.0 / 7));
  CHECK(reports[0].covered == 3);
  CHECK(reports[0].total == 4);
  // F1: 2/5, 4/6, 4/7, 4/8, 6/9: the first of the two best is after two pairs.
  CHECK(best_mining_threshold(mined, gold) == doctest::Approx(0.75));
  CHECK(best_mining_threshold({}, gold) == 0);
  expect_error(ErrorCode::data, "gold pairs: there are none; give the rows that belong together", [&] {
    mining_report(mined, {}, 0, 6, {200, 0.9}, Run());
  });
}
