#include "couplet/plot/histogram.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/random.h"

using namespace couplet;

namespace {

std::int64_t total(const Histogram& histogram) {
  return std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::int64_t{0});
}

}  // namespace

TEST_CASE("every finite value is counted once, in the bin it lies in") {
  Random random(3);
  std::vector<double> values(5000);
  for (double& value : values) value = random.normal();
  const Histogram histogram = make_histogram(values);
  REQUIRE(histogram.edges.size() == histogram.counts.size() + 1);
  CHECK(total(histogram) == 5000);
  CHECK(histogram.edges.front() == *std::min_element(values.begin(), values.end()));
  CHECK(histogram.edges.back() == *std::max_element(values.begin(), values.end()));
  for (std::size_t bin = 0; bin + 1 < histogram.counts.size(); ++bin) {
    const auto inside = std::count_if(values.begin(), values.end(), [&](double value) {
      return value >= histogram.edges[bin] && value < histogram.edges[bin + 1];
    });
    CHECK(histogram.counts[bin] == inside);
  }
}

TEST_CASE("the number of bins follows Freedman and Diaconis between 10 and 60") {
  // 0..999: quartiles 250 and 749, width 2 * 499 / 10 = 99.8, 999 / 99.8 -> 11 bins.
  std::vector<double> even(1000);
  std::iota(even.begin(), even.end(), 0.0);
  CHECK(make_histogram(even).counts.size() == 11);
  CHECK(make_histogram(std::vector<double>{1, 2, 3}).counts.size() == 10);
  std::vector<double> outlier = even;
  outlier.push_back(1e9);
  CHECK(make_histogram(outlier).counts.size() == 60);
}

TEST_CASE("equal, extreme, missing and no values") {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const double huge = std::numeric_limits<double>::max();
  for (const double value : {0.0, -2.5, 1e20, huge, -huge}) {
    const Histogram same = make_histogram(std::vector<double>(4, value));
    CHECK(total(same) == 4);
    CHECK(same.edges.front() <= value);
    CHECK(same.edges.back() >= value);
    CHECK(same.edges.front() < same.edges.back());
  }
  CHECK(total(make_histogram(std::vector<double>{-huge, 0, huge})) == 3);
  CHECK(total(make_histogram(std::vector<double>{1, std::nextafter(1.0, 2.0), 1})) == 3);
  const Histogram partly = make_histogram(std::vector<double>{1, nan, 2, infinity, -infinity});
  CHECK(partly.left_out == 3);
  CHECK(total(partly) == 2);
  const Histogram none = make_histogram(std::vector<double>{nan});
  CHECK(none.edges.empty());
  CHECK(none.counts.empty());
  CHECK(none.left_out == 1);
}

TEST_CASE("given edges: values outside go to the end bins") {
  const Histogram histogram = make_histogram(std::vector<double>{-5, 0, 0.5, 1, 2, 9}, std::vector<double>{0, 1, 2});
  CHECK(histogram.counts == std::vector<std::int64_t>{3, 3});
  CHECK_THROWS_WITH_AS(make_histogram(std::vector<double>{1}, std::vector<double>{1}),
                       "histogram: edges must be two or more ascending numbers", Error);
  CHECK_THROWS_AS(make_histogram(std::vector<double>{1}, std::vector<double>{2, 1}), Error);
}
