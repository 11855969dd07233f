#include "couplet/linalg/line_search.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

#include "tests/base/expect_error.h"

using namespace couplet;

namespace {

/// Value and slope from two functions, with a record of the last step asked for.
struct Recorded {
  std::function<double(double)> value, slope;
  double last = -1;
  LineSearch search(double first_step, double noise = 0, std::int64_t most = 20) {
    const LineFunction phi = [&](double step) {
      last = step;
      return LinePoint{step, value(step), slope(step)};
    };
    return line_search(phi, {0, value(0), slope(0)}, first_step, noise, most);
  }
};

bool fulfils_wolfe(const Recorded& f, double step) {
  return f.value(step) <= f.value(0) + 1e-4 * step * f.slope(0) && f.slope(step) >= 0.9 * f.slope(0);
}

}  // namespace

TEST_CASE("parabolas of any curvature from any first step") {
  CHECK(rc::check("Wolfe", [] {
    const double centre = std::exp(*rc::gen::inRange(-100, 100) / 10.0);
    const double first = std::exp(*rc::gen::inRange(-100, 100) / 10.0);
    Recorded f{[&](double a) { return (a - centre) * (a - centre); }, [&](double a) { return 2 * (a - centre); }};
    const LineSearch found = f.search(first, 0, 60);
    RC_ASSERT(fulfils_wolfe(f, found.point.step));
    RC_ASSERT(f.last == found.point.step);
  }));
}

TEST_CASE("the full step is taken at once when it will do") {
  Recorded f{[](double a) { return (a - 1.2) * (a - 1.2); }, [](double a) { return 2 * (a - 1.2); }};
  const LineSearch found = f.search(1);
  CHECK(found.evaluations == 1);
  CHECK(found.point.step == 1);
  CHECK(found.point.value == doctest::Approx(0.04));
}

TEST_CASE("a wall of values that are not finite") {
  for (const double wall : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Recorded f{[&](double a) { return a >= 1 ? wall : -a - std::log(1 - a) / 4; },
               [&](double a) { return a >= 1 ? wall : -1 + 0.25 / (1 - a); }};
    const LineSearch found = f.search(100);
    CHECK(found.point.step < 1);
    CHECK(fulfils_wolfe(f, found.point.step));
  }
}

TEST_CASE("where rounding hides the decrease the slopes decide") {
  // The value rises by its rounding only; the slope still tells where the minimum is.
  Recorded f{[](double a) { return a > 0 ? 5.0 + 1e-8 : 5.0; }, [](double a) { return 1e-9 * (a - 1); }};
  const LineSearch found = f.search(0.9, 1e-6);
  CHECK(found.evaluations == 1);
  CHECK(found.point.step == 0.9);
  CHECK(f.search(0.9, 0).point.step == 0);
}

TEST_CASE("no lower point: step 0; the best seen when evaluations run out") {
  Recorded lying{[](double a) { return 1 + a; }, [](double) { return -1.0; }};
  CHECK(lying.search(1).point.step == 0);
  Recorded endless{[](double a) { return -a; }, [](double) { return -1.0; }};
  const LineSearch found = endless.search(1, 0, 3);
  CHECK(found.evaluations == 3);
  CHECK(found.point.step == 16);
  CHECK(endless.last == 16);
  // The lowest point is not the last one: it is evaluated once more, so that the caller's vectors belong to it.
  Recorded bumpy{[](double a) { return a == 1 ? -1.0 : a == 0 ? 0.0 : 3.0; }, [](double) { return -1.0; }};
  CHECK(bumpy.search(1, 0, 2).point.step == 1);
  CHECK(bumpy.last == 1);
}

TEST_CASE("directions that do not descend") {
  const LineFunction phi = [](double step) { return LinePoint{step, 0, 0}; };
  expect_error(ErrorCode::internal, "line search: not a direction of descent", [&] {
    line_search(phi, {0, 1, 0}, 1, 0, 5);
  });
  expect_error(ErrorCode::internal, "line search: not a direction of descent", [&] {
    line_search(phi, {0, 1, -1}, 0, 0, 5);
  });
}
