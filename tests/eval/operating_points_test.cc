#include "couplet/eval/operating_points.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace couplet;

TEST_CASE("operating points: one a score, ties together, no score last") {
  const std::vector<double> scores{0.9, NAN, 0.5, 0.5, 0.1};
  const std::vector<int> labels{1, 1, 1, 0, 0};
  const auto points = operating_points(scores, labels);
  REQUIRE(points.size() == 4);
  CHECK(points[0].fallout == 0);
  CHECK(points[0].recall == doctest::Approx(1.0 / 3));
  CHECK(points[0].precision == 1);
  CHECK(points[1].fallout == 0.5);
  CHECK(points[1].recall == doctest::Approx(2.0 / 3));
  CHECK(points[1].precision == doctest::Approx(2.0 / 3));
  CHECK(points[2].precision == 0.5);
  CHECK(points[3].fallout == 1);
  CHECK(points[3].recall == 1);
  CHECK(operating_points(scores, std::vector<int>{1, 1, 1, 1, 1}).empty());
}
