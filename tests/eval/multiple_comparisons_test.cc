#include "couplet/eval/multiple_comparisons.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "couplet/base/error.h"

using namespace couplet;

namespace {

std::vector<double> any_p_values() {
  std::vector<double> p_values(std::size_t(*rc::gen::inRange(1, 10)));
  for (double& p : p_values) p = *rc::gen::inRange(0, 101) / 100.0;
  return p_values;
}

}  // namespace

TEST_CASE("values computed by hand") {
  const std::vector<double> p = {0.04, 0.01, 0.03, 0.005};
  const auto check = [&](Adjustment adjustment, const std::vector<double>& expected) {
    const auto adjusted = adjust_p_values(p, adjustment);
    for (std::size_t i = 0; i < p.size(); ++i) CHECK(adjusted[i] == doctest::Approx(expected[i]).epsilon(1e-12));
  };
  check(Adjustment::none, {0.04, 0.01, 0.03, 0.005});
  check(Adjustment::bonferroni, {0.16, 0.04, 0.12, 0.02});
  check(Adjustment::holm, {0.06, 0.03, 0.06, 0.02});                // 4*.005, 3*.01, 2*.03, then not below .06
  check(Adjustment::benjamini_hochberg, {0.04, 0.02, 0.04, 0.02});  // 4/1*.005, 4/2*.01, 4/3*.03, 4/4*.04
}

TEST_CASE("Holm rejects what the step-down procedure rejects, Benjamini-Hochberg what the step-up one does") {
  CHECK(rc::check("against the procedures as published", [] {
    const auto p = any_p_values();
    const double level = *rc::gen::inRange(1, 20) / 100.0 + 0.001;  // never equal to a bound
    std::vector<double> sorted = p;
    std::sort(sorted.begin(), sorted.end());
    const double n = double(p.size());
    std::size_t holm_rejects = 0, bh_rejects = 0;
    while (holm_rejects < p.size() && sorted[holm_rejects] <= level / (n - double(holm_rejects))) ++holm_rejects;
    for (std::size_t i = 0; i < p.size(); ++i)
      if (sorted[i] <= level * double(i + 1) / n) bh_rejects = i + 1;
    const auto rejected = [&](Adjustment adjustment) {
      const auto adjusted = adjust_p_values(p, adjustment);
      return std::size_t(std::count_if(adjusted.begin(), adjusted.end(), [&](double q) { return q <= level; }));
    };
    RC_ASSERT(rejected(Adjustment::holm) == holm_rejects);
    RC_ASSERT(rejected(Adjustment::benjamini_hochberg) == bh_rejects);
  }));
}

TEST_CASE("adjusted values stay in order and below one") {
  CHECK(rc::check("order", [] {
    const auto p = any_p_values();
    const auto bonferroni = adjust_p_values(p, Adjustment::bonferroni), holm = adjust_p_values(p, Adjustment::holm),
               bh = adjust_p_values(p, Adjustment::benjamini_hochberg);
    for (std::size_t i = 0; i < p.size(); ++i) {
      RC_ASSERT(bonferroni[i] <= 1 && bonferroni[i] >= holm[i] - 1e-15);
      RC_ASSERT(holm[i] >= bh[i] - 1e-15);
      RC_ASSERT(bh[i] >= p[i]);
      for (std::size_t j = 0; j < p.size(); ++j)
        if (p[i] <= p[j]) RC_ASSERT(holm[i] <= holm[j] && bh[i] <= bh[j]);
    }
  }));
}

TEST_CASE("bad values") {
  CHECK_THROWS_AS(adjust_p_values(std::vector<double>{1.5}, Adjustment::holm), Error);
  CHECK_THROWS_AS(adjust_p_values(std::vector<double>{std::nan("")}, Adjustment::none), Error);
}
