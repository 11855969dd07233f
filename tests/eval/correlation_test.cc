#include "couplet/eval/correlation.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <vector>

#include "couplet/base/error.h"
#include "tests/eval/unscored.h"

using namespace couplet;

namespace {

double pearson_by_definition(const std::vector<double>& x, const std::vector<double>& y) {
  const double n = double(x.size());
  double mx = 0, my = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mx += x[i] / n, my += y[i] / n;
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    yy += (y[i] - my) * (y[i] - my);
    xy += (x[i] - mx) * (y[i] - my);
  }
  return xx < 1e-9 || yy < 1e-9 ? unscored : xy / std::sqrt(xx * yy);
}

std::vector<double> ranks_by_counting(const std::vector<double>& values) {
  std::vector<double> ranks;
  for (const double value : values) {
    double smaller = 0, equal = 0;
    for (const double other : values) smaller += other < value, equal += other == value;
    ranks.push_back(smaller + (equal + 1) / 2);
  }
  return ranks;
}

bool agree(double a, double b) { return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) < 1e-12; }

}  // namespace

TEST_CASE("correlations with multiplicities are those of the repeated list") {
  CHECK(rc::check("against the repeated list", [] {
    const int size = *rc::gen::inRange(0, 20);
    std::vector<double> x, y, repeated_x, repeated_y;
    std::vector<std::int32_t> counts;
    for (int i = 0; i < size; ++i) {
      x.push_back(*rc::gen::inRange(0, 6));
      y.push_back(*rc::gen::inRange(-4, 3));
      counts.push_back(*rc::gen::inRange(0, 4));
      repeated_x.insert(repeated_x.end(), std::size_t(counts.back()), x.back());
      repeated_y.insert(repeated_y.end(), std::size_t(counts.back()), y.back());
    }
    RC_ASSERT(agree(pearson(x, y), pearson_by_definition(x, y)));
    RC_ASSERT(agree(spearman(x, y), pearson_by_definition(ranks_by_counting(x), ranks_by_counting(y))));
    RC_ASSERT(agree(WeightedPearson(x, y)(counts), pearson_by_definition(repeated_x, repeated_y)));
    RC_ASSERT(agree(WeightedSpearman(x, y)(counts),
                    pearson_by_definition(ranks_by_counting(repeated_x), ranks_by_counting(repeated_y))));
  }));
}

TEST_CASE("values from scipy 1.10.1") {
  // pearsonr and spearmanr of these lists.
  const std::vector<double> x = {10, 20, 30, 40, 50, 60, 70}, y = {3.1, 2.9, 8.0, 7.5, 7.5, 9.9, 8.0};
  CHECK(pearson(x, y) == doctest::Approx(0.8194074514114278).epsilon(1e-14));
  CHECK(spearman(x, y) == doctest::Approx(0.7455777916396408).epsilon(1e-14));
}

TEST_CASE("a constant side has no correlation, whatever rounding says") {
  const std::vector<double> constant(7, 0.1), rising = {1, 2, 3, 4, 5, 6, 7};
  CHECK(std::isnan(pearson(constant, rising)));
  CHECK(std::isnan(spearman(rising, constant)));
  CHECK(pearson(rising, rising) == doctest::Approx(1).epsilon(1e-14));
}

TEST_CASE("a large offset does not spoil Pearson") {
  const std::vector<double> x = {1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 5}, y = {1, 2, 3, 5};
  CHECK(pearson(x, y) == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("bad lists are refused") {
  const std::vector<double> one = {1}, two = {1, 2}, incomplete = {1, unscored};
  CHECK_THROWS_WITH_AS(pearson(one, two), "correlation: 1 and 2 values; give two values for each item", Error);
  CHECK_THROWS_WITH_AS(spearman(two, incomplete), "value 2: not a number; leave out items without a score", Error);
}
