#include "couplet/eval/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "couplet/base/error.h"
#include "couplet/eval/resampling.h"

namespace couplet {
namespace {

constexpr std::int64_t resamples_per_block = 32;

void require_options(const BootstrapOptions& options) {
  if (options.resamples < 1) throw Error(ErrorCode::usage, "bootstrap", "fewer than 1 resample", "use at least 1000");
  if (!(options.level > 0 && options.level < 1))
    throw Error(ErrorCode::usage, "bootstrap", "a confidence level outside (0, 1)", "use 0.95");
}

void require_items(std::int64_t items) {
  if (items < 1) throw Error(ErrorCode::data, "bootstrap", "no items to evaluate");
}

void require_finite(std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      throw Error(ErrorCode::data, "item " + std::to_string(i + 1), "its value is not a finite number");
}

/// replicate(random) for every resample, each with its own stream, gathered in order.
template <class Replicate>
std::vector<double> replicates_of(const BootstrapOptions& options, const Run& run, const Replicate& replicate) {
  std::vector<double> results(options.resamples);
  run.pool.for_blocks(options.resamples, resamples_per_block, [&](std::int64_t begin, std::int64_t end) {
    run.stop->check();
    auto one = replicate();  // with its own working memory
    for (std::int64_t r = begin; r < end; ++r) {
      Random random(run.seed, bootstrap_stream + static_cast<std::uint64_t>(r));
      results[r] = one(random);
    }
  });
  return results;
}

double quantile_of_sorted(std::span<const double> sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double ratio(double numerator, double denominator) {
  return denominator == 0 ? std::numeric_limits<double>::quiet_NaN() : numerator / denominator;
}

}  // namespace

std::vector<double> mean_replicates(std::span<const double> values, const BootstrapOptions& options, const Run& run) {
  require_options(options);
  const auto items = static_cast<std::int64_t>(values.size());
  require_items(items);
  require_finite(values);
  return replicates_of(options, run, [&] {
    return [&](Random& random) {
      double sum = 0;
      draw_sample(random, items, [&](std::int64_t item) { sum += values[item]; });
      return sum / static_cast<double>(items);
    };
  });
}

std::vector<double> metric_replicates(std::int64_t items, const CountMetric& metric, const BootstrapOptions& options,
                                      const Run& run) {
  require_options(options);
  require_items(items);
  return replicates_of(options, run, [&] {
    return [&, counts = std::vector<std::int32_t>(items)](Random& random) mutable {
      std::fill(counts.begin(), counts.end(), 0);
      draw_sample(random, items, [&](std::int64_t item) { ++counts[item]; });
      return metric(counts);
    };
  });
}

Estimate percentile_interval(double value, std::vector<double> replicates, double level) {
  std::erase_if(replicates, [](double replicate) { return std::isnan(replicate); });
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  if (replicates.empty()) return {value, undefined, undefined};
  std::sort(replicates.begin(), replicates.end());
  const double tail = (1 - level) / 2;
  return {value, quantile_of_sorted(replicates, tail), quantile_of_sorted(replicates, 1 - tail)};
}

Estimate bootstrap_mean(std::span<const double> values, const BootstrapOptions& options, const Run& run) {
  auto replicates = mean_replicates(values, options, run);
  double sum = 0;
  for (const double value : values) sum += value;
  return percentile_interval(sum / static_cast<double>(values.size()), std::move(replicates), options.level);
}

Estimate bootstrap_ratio(std::span<const double> numerators, std::span<const double> denominators,
                         const BootstrapOptions& options, const Run& run) {
  require_options(options);
  const auto items = static_cast<std::int64_t>(numerators.size());
  if (numerators.size() != denominators.size())
    throw Error(ErrorCode::usage, "bootstrap", "numerators and denominators of different number");
  require_items(items);
  require_finite(numerators);
  require_finite(denominators);
  auto replicates = replicates_of(options, run, [&] {
    return [&](Random& random) {
      double above = 0, below = 0;
      draw_sample(random, items, [&](std::int64_t item) {
        above += numerators[item];
        below += denominators[item];
      });
      return ratio(above, below);
    };
  });
  double above = 0, below = 0;
  for (std::size_t i = 0; i < numerators.size(); ++i) {
    above += numerators[i];
    below += denominators[i];
  }
  return percentile_interval(ratio(above, below), std::move(replicates), options.level);
}

Estimate bootstrap_metric(std::int64_t items, const CountMetric& metric, const BootstrapOptions& options,
                          const Run& run) {
  auto replicates = metric_replicates(items, metric, options, run);
  const std::vector<std::int32_t> once(items, 1);
  return percentile_interval(metric(once), std::move(replicates), options.level);
}

Estimate bootstrap_clusters(std::span<const std::int64_t> cluster_of, std::int64_t clusters, const CountMetric& metric,
                            const BootstrapOptions& options, const Run& run) {
  for (const std::int64_t cluster : cluster_of)
    if (cluster < 0 || cluster >= clusters)
      throw Error(ErrorCode::usage, "bootstrap", "cluster " + std::to_string(cluster) + " does not exist");
  const CountMetric of_clusters = [&](std::span<const std::int32_t> drawn) {
    std::vector<std::int32_t> counts(cluster_of.size());
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = drawn[cluster_of[i]];
    return metric(counts);
  };
  return bootstrap_metric(clusters, of_clusters, options, run);
}

}  // namespace couplet
