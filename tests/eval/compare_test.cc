#include "couplet/eval/compare.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "tests/base/threads.h"

using namespace couplet;

namespace {

const std::vector<double> system_a = {0.9, 0.5, 1.0, 0.3, 0.8, 0.7, 0.6, 1.0, 0.2, 0.55};
const std::vector<double> system_b = {0.4, 0.5, 0.7, 0.4, 0.6, 0.3, 0.65, 0.5, 0.1, 0.5};

/// Share of all 2^n ways to swap whose difference is at least as large as the one observed.
double exact_randomisation(const std::vector<double>& a, const std::vector<double>& b) {
  double observed = 0;
  for (std::size_t i = 0; i < a.size(); ++i) observed += a[i] - b[i];
  int as_large = 0;
  const int ways = 1 << a.size();
  for (int way = 0; way < ways; ++way) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (way >> i & 1 ? -1 : 1) * (a[i] - b[i]);
    as_large += std::abs(sum) >= std::abs(observed) - 1e-12;
  }
  return double(as_large) / ways;
}

double chance_error(double p, double trials) { return 4 * std::sqrt(p * (1 - p) / trials) + 2 / trials; }

}  // namespace

TEST_CASE("approximate randomisation approaches the exact test") {
  const double exact = exact_randomisation(system_a, system_b);
  CHECK(exact > 0.01);
  CHECK(exact < 0.05);
  const double p = approximate_randomisation(system_a, system_b, 50000, Run());
  CHECK(std::abs(p - exact) < chance_error(exact, 50000));
  // Differences that are all equal: only the two ways that swap none or all are as large, 2 / 2^5.
  const std::vector<double> a = {0.3, 0.4, 0.6, 0.7, 0.9}, b = {0.2, 0.3, 0.5, 0.6, 0.8};
  CHECK(std::abs(approximate_randomisation(a, b, 50000, Run()) - 0.0625) < chance_error(0.0625, 50000));
}

TEST_CASE("p is (b + 1) / (m + 1), never 0") {
  const std::vector<double> better(100, 1), worse(100, 0);
  CHECK(approximate_randomisation(better, worse, 999, Run()) == doctest::Approx(0.001));
  CHECK(paired_bootstrap(better, worse, {.resamples = 999}, Run()).p_value == doctest::Approx(0.001));
  CHECK(approximate_randomisation(better, better, 999, Run()) == 1);
  CHECK(paired_bootstrap(better, better, {.resamples = 999}, Run()).p_value == 1);
}

TEST_CASE("randomisation of any metric is that of means for means") {
  const SwapMetric difference = [](std::span<const std::uint8_t> swapped) {
    double sum = 0;
    for (std::size_t i = 0; i < swapped.size(); ++i) sum += (swapped[i] ? -1 : 1) * (system_a[i] - system_b[i]);
    return sum / 10;
  };
  CHECK(approximate_randomisation(10, difference, 3000, Run()) ==
        approximate_randomisation(system_a, system_b, 3000, Run()));
}

TEST_CASE("paired bootstrap approaches the enumeration of all resamples") {
  const std::vector<double> a = {1, 0.5, 0.75, 0.25}, b = {0.25, 0.5, 0.25, 0.5};
  const double observed = (0.75 + 0 + 0.5 - 0.25) / 4;
  int as_far = 0;
  for (int way = 0; way < 256; ++way) {
    double sum = 0;
    for (int place = 0; place < 4; ++place) {
      const std::size_t item = std::size_t(way >> (2 * place) & 3);
      sum += a[item] - b[item];
    }
    as_far += std::abs(sum / 4 - observed) >= observed;
  }
  const double exact = as_far / 256.0;
  CHECK(exact > 0.05);
  CHECK(exact < 0.5);
  const PairedTest test = paired_bootstrap(a, b, {.resamples = 50000}, Run());
  CHECK(test.difference.value == observed);
  CHECK(std::abs(test.p_value - exact) < chance_error(exact, 50000));
  CHECK(test.difference.low < observed);
  CHECK(test.difference.high > observed);

  const CountMetric difference = [&](std::span<const std::int32_t> counts) {
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) sum += counts[i] * (a[i] - b[i]);
    return sum / 4;
  };
  const PairedTest general = paired_bootstrap(4, difference, {.resamples = 50000}, Run());
  CHECK(general.p_value == test.p_value);
  CHECK(general.difference.low == test.difference.low);
}

TEST_CASE("equal systems are rarely told apart") {
  Random random(8);
  int bootstrap_findings = 0, randomisation_findings = 0;
  const int trials = 3000;  // standard error of a rate of .05: .004
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> a(50), b(50);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double ease = random.normal();
      a[i] = ease + random.normal();
      b[i] = ease + random.normal();
    }
    const Run run = with_threads(1, std::uint64_t(trial));
    bootstrap_findings += paired_bootstrap(a, b, {.resamples = 300}, run).p_value <= 0.05;
    randomisation_findings += approximate_randomisation(a, b, 300, run) <= 0.05;
  }
  // Randomisation is exact; the bootstrap with 50 items finds a little too much (it takes the spread as known).
  CHECK(randomisation_findings > 0.035 * trials);
  CHECK(randomisation_findings < 0.065 * trials);
  CHECK(bootstrap_findings > 0.035 * trials);
  CHECK(bootstrap_findings < 0.075 * trials);
}

TEST_CASE("the same p with 1, 2 and 3 threads") {
  const double p = approximate_randomisation(system_a, system_b, 1000, with_threads(1));
  const double q = paired_bootstrap(system_a, system_b, {.resamples = 1000}, with_threads(1)).p_value;
  for (const int threads : {2, 3}) {
    CHECK(approximate_randomisation(system_a, system_b, 1000, with_threads(threads)) == p);
    CHECK(paired_bootstrap(system_a, system_b, {.resamples = 1000}, with_threads(threads)).p_value == q);
  }
  CHECK(approximate_randomisation(system_a, system_b, 1000, with_threads(1, 5)) != p);
}

TEST_CASE("McNemar agrees with scipy 1.10.1") {
  // binomtest(min(b, c), b + c, .5).pvalue, and chi2.sf((|b - c| - 1)^2 / (b + c), 1) for many.
  CHECK(mcnemar(3, 9).p_value == doctest::Approx(0.14599609375).epsilon(1e-12));
  CHECK(mcnemar(25, 10).p_value == doctest::Approx(0.016673847800120715).epsilon(1e-11));
  CHECK(mcnemar(0, 6).p_value == doctest::Approx(0.03125).epsilon(1e-12));
  CHECK(mcnemar(0, 0).p_value == 1);
  CHECK(mcnemar(5, 5).p_value == 1);
  CHECK(mcnemar(50, 50).exact);
  const McNemar many = mcnemar(60, 90);
  CHECK(!many.exact);
  CHECK(many.p_value == doctest::Approx(0.017892267613019326).epsilon(1e-11));
  CHECK(mcnemar(75, 76).p_value == 1);

  const std::vector<double> a = {1, 1, 0, 1, 0}, b = {1, 0, 1, 0, 0};
  const McNemar counted = mcnemar(a, b);
  CHECK(counted.only_a == 2);
  CHECK(counted.only_b == 1);
}

TEST_CASE("bad comparisons are refused") {
  const std::vector<double> one = {1}, two = {1, 0}, none, half = {0.5};
  const Run run;
  CHECK_THROWS_WITH_AS(paired_bootstrap(one, two, {}, run),
                       "comparison: system A has 1 items, system B 2; evaluate both on the same items", Error);
  CHECK_THROWS_WITH_AS(approximate_randomisation(none, none, 10, run), "comparison: no items to compare", Error);
  CHECK_THROWS_WITH_AS(approximate_randomisation(one, one, 0, run),
                       "randomisation: fewer than 1 round; use at least 1000", Error);
  CHECK_THROWS_AS(approximate_randomisation(one, std::vector<double>{std::nan("")}, 10, run), Error);
  CHECK_THROWS_WITH_AS(mcnemar(half, one),
                       "item 1: McNemar's test needs right (1) or wrong (0); use the paired bootstrap for other values",
                       Error);
  CHECK_THROWS_AS(mcnemar(-1, 2), Error);
}
