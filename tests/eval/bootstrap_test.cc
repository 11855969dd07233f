#include "couplet/eval/bootstrap.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "couplet/eval/classification.h"
#include "couplet/eval/correlation.h"
#include "couplet/eval/resampling.h"
#include "tests/base/threads.h"

using namespace couplet;

namespace {

std::vector<double> whole_numbers(std::int64_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> values(count);
  for (double& value : values) value = static_cast<double>(random.below(20));
  return values;
}

bool same(const Estimate& a, const Estimate& b) { return a.value == b.value && a.low == b.low && a.high == b.high; }

}  // namespace

TEST_CASE("draws are uniform, with replacement, and as many as items") {
  for (const std::int64_t items : {1, 2, 3, 7, 100}) {
    Random random(11);
    std::vector<double> seen(items);
    const int rounds = 20000;
    for (int round = 0; round < rounds; ++round) {
      std::int64_t drawn = 0;
      bool inside = true;
      draw_sample(random, items, [&](std::int64_t item) {
        inside &= item >= 0 && item < items;
        if (inside) ++seen[item];
        ++drawn;
      });
      REQUIRE(inside);
      REQUIRE(drawn == items);
    }
    for (const double count : seen) CHECK(std::abs(count - rounds) < 5 * std::sqrt(double(rounds)));
  }
}

TEST_CASE("the quick paths are the general path") {
  // Whole numbers: sums are exact, so nothing may differ at all.
  const auto values = whole_numbers(150, 1), weights = whole_numbers(150, 2);
  const BootstrapOptions options{.resamples = 500};
  const Run run;
  const auto weighted = [](const std::vector<double>& of, std::span<const std::int32_t> counts) {
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) sum += counts[i] * of[i];
    return sum;
  };
  const CountMetric mean = [&](auto counts) { return weighted(values, counts) / 150; };
  const CountMetric ratio = [&](auto counts) { return weighted(values, counts) / weighted(weights, counts); };
  CHECK(mean_replicates(values, options, run) == metric_replicates(150, mean, options, run));
  CHECK(same(bootstrap_mean(values, options, run), bootstrap_metric(150, mean, options, run)));
  CHECK(same(bootstrap_ratio(values, weights, options, run), bootstrap_metric(150, ratio, options, run)));
}

TEST_CASE("clusters are drawn whole") {
  // Items 0..2 in cluster 1, items 3..4 in cluster 0, item 5 in cluster 2.
  const std::vector<std::int64_t> cluster_of = {1, 1, 1, 0, 0, 2};
  const CountMetric metric = [](std::span<const std::int32_t> counts) {
    CHECK(counts.size() == 6);
    CHECK(counts[0] == counts[1]);
    CHECK(counts[1] == counts[2]);
    CHECK(counts[3] == counts[4]);
    CHECK(counts[0] + counts[3] + counts[5] == 3);
    return double(std::accumulate(counts.begin(), counts.end(), 0));
  };
  const Estimate size = bootstrap_clusters(cluster_of, 3, metric, {.resamples = 400}, with_threads(1));
  CHECK(size.value == 6);
  CHECK(size.low >= 3);
  CHECK(size.high <= 9);
  // As a ratio of the clusters' sums.
  const std::vector<double> values = {1, 2, 3, 4, 5, 6}, sums = {9, 6, 6}, sizes = {2, 3, 1};
  const CountMetric mean = [&](std::span<const std::int32_t> counts) {
    double sum = 0, total = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) sum += counts[i] * values[i], total += counts[i];
    return sum / total;
  };
  const Run run;
  CHECK(same(bootstrap_clusters(cluster_of, 3, mean, {}, run), bootstrap_ratio(sums, sizes, {}, run)));
  CHECK_THROWS_WITH_AS(bootstrap_clusters(cluster_of, 2, mean, {}, run), "bootstrap: cluster 2 does not exist", Error);
}

TEST_CASE("the same numbers with 1, 2 and 3 threads, others with another seed") {
  Random random(4);
  std::vector<double> x(300), y(300);
  std::vector<int> labels(300);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = random.normal();
    y[i] = x[i] + random.normal();
    labels[i] = y[i] > 0;
  }
  const WeightedAuc auc(x, labels);
  const WeightedSpearman spearman_of(x, y);
  const BootstrapOptions options{.resamples = 333};
  const Run one = with_threads(1);
  const Estimate mean = bootstrap_mean(x, options, one), area = bootstrap_metric(300, std::cref(auc), options, one),
                 correlation = bootstrap_metric(300, std::cref(spearman_of), options, one);
  for (const int threads : {2, 3}) {
    const Run run = with_threads(threads);
    CHECK(same(bootstrap_mean(x, options, run), mean));
    CHECK(same(bootstrap_metric(300, std::cref(auc), options, run), area));
    CHECK(same(bootstrap_metric(300, std::cref(spearman_of), options, run), correlation));
  }
  CHECK(!same(bootstrap_mean(x, options, with_threads(2, 99)), mean));
  CHECK(area.low < area.value);
  CHECK(area.high > area.value);
  CHECK(correlation.low > 0.5);
  CHECK(correlation.high < 0.85);
}

TEST_CASE("two items: the three possible means come as often as they should") {
  const auto means = mean_replicates(std::vector<double>{0, 1}, {.resamples = 40000}, Run());
  const auto share = [&](double value) { return double(std::count(means.begin(), means.end(), value)) / 40000; };
  CHECK(std::abs(share(0) - 0.25) < 0.01);
  CHECK(std::abs(share(0.5) - 0.5) < 0.0125);
  CHECK(std::abs(share(1) - 0.25) < 0.01);
}

TEST_CASE("percentiles interpolate between order statistics and leave undefined ones out") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> replicates = {nan};
  for (int i = 100; i >= 0; --i) replicates.push_back(i);  // numpy.percentile(range(101), [2.5, 97.5]) = 2.5, 97.5
  const Estimate estimate = percentile_interval(7, replicates, 0.95);
  CHECK(estimate.value == 7);
  CHECK(estimate.low == doctest::Approx(2.5));
  CHECK(estimate.high == doctest::Approx(97.5));
  CHECK(std::isnan(percentile_interval(1, {nan, nan}, 0.95).low));
  // AUC of one positive and one negative: half of the resamples lack one of them.
  const WeightedAuc auc(std::vector<double>{1, 2}, std::vector<int>{0, 1});
  const Estimate certain = bootstrap_metric(2, std::cref(auc), {}, Run());
  CHECK(certain.low == 1);
  CHECK(certain.high == 1);
}

TEST_CASE("an interval agrees with scipy's") {
  // scipy 1.10.1: bootstrap((arange(1, 101)**2,), mean, n_resamples=100000, method='percentile', random_state=1)
  // = (2803.12, 3981.80)
  std::vector<double> squares;
  for (int i = 1; i <= 100; ++i) squares.push_back(double(i) * i);
  const Estimate estimate = bootstrap_mean(squares, {.resamples = 20000}, Run());
  CHECK(estimate.value == 3383.5);
  CHECK(std::abs(estimate.low - 2803.12) < 15);
  CHECK(std::abs(estimate.high - 3981.80) < 15);
}

TEST_CASE("intervals cover the truth about as often as they say") {
  Random random(21);
  int covered = 0;
  const int trials = 400;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> sample(60);
    for (double& value : sample) value = 3 + random.normal();
    const Estimate estimate =
        bootstrap_mean(sample, {.resamples = 400, .level = 0.9}, with_threads(1, std::uint64_t(trial)));
    covered += estimate.low <= 3 && 3 <= estimate.high;
  }
  CHECK(covered > 0.85 * trials);
  CHECK(covered < 0.94 * trials);
}

TEST_CASE("bad questions and interruption") {
  const Run run;
  const std::vector<double> one = {1}, none, missing = {1, std::nan("")};
  CHECK_THROWS_WITH_AS(bootstrap_mean(none, {}, run), "bootstrap: no items to evaluate", Error);
  CHECK_THROWS_WITH_AS(bootstrap_mean(missing, {}, run), "item 2: its value is not a finite number", Error);
  CHECK_THROWS_WITH_AS(bootstrap_mean(one, {.resamples = 0}, run),
                       "bootstrap: fewer than 1 resample; use at least 1000", Error);
  CHECK_THROWS_AS(bootstrap_mean(one, {.level = 1}, run), Error);
  CHECK_THROWS_AS(bootstrap_ratio(one, missing, {}, run), Error);
  CHECK(std::isnan(bootstrap_ratio(one, std::vector<double>{0}, {}, run).value));
  StopToken stop;
  stop.request();
  Run stopped = with_threads(2);
  stopped.stop = &stop;
  CHECK_THROWS_AS(bootstrap_mean(one, {}, stopped), Error);
}
