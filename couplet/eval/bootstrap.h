// Percentile-bootstrap confidence intervals. The replicates depend on run.seed only, not on the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/eval/estimate.h"

namespace couplet {

struct BootstrapOptions {
  std::int64_t resamples = 10000;
  double level = 0.95;  // of confidence
};

/// A metric of a sample in which item i is taken counts[i] times (WeightedAuc, WeightedSpearman, ...). NaN: undefined
/// for this sample, which then does not count. Called from several threads at once.
using CountMetric = std::function<double(std::span<const std::int32_t> counts)>;

// Each returns the metric of the data itself with its interval: Error(usage) for resamples < 1 or a level outside (0,
// 1); Error(data) for no items or a value that is not finite.

/// Mean of per-item values: MRR, Recall@k, MAP, NDCG, accuracy. One add a draw: 10,000 resamples of 10,000 items take
/// well under a second.
Estimate bootstrap_mean(std::span<const double> values, const BootstrapOptions& options, const Run& run);

/// Sum of numerators / sum of denominators (F1, precision, means of clusters: sums and sizes). NaN where the
/// denominators sum to zero.
Estimate bootstrap_ratio(std::span<const double> numerators, std::span<const double> denominators,
                         const BootstrapOptions& options, const Run& run);

/// Any metric of counts over `items` items.
Estimate bootstrap_metric(std::int64_t items, const CountMetric& metric, const BootstrapOptions& options,
                          const Run& run);

/// The same, drawing whole clusters: item i belongs to cluster cluster_of[i] of 0..clusters-1, and is taken as often as
/// its cluster is drawn. For candidates of one query, or answers to one question, which are not independent.
Estimate bootstrap_clusters(std::span<const std::int64_t> cluster_of, std::int64_t clusters, const CountMetric& metric,
                            const BootstrapOptions& options, const Run& run);

/// The metric of each resample, in order of the resamples: what the intervals above are percentiles of.
std::vector<double> mean_replicates(std::span<const double> values, const BootstrapOptions& options, const Run& run);
std::vector<double> metric_replicates(std::int64_t items, const CountMetric& metric, const BootstrapOptions& options,
                                      const Run& run);

/// value with the (1 - level)/2 and (1 + level)/2 quantiles of the replicates that are defined (linear interpolation
/// between order statistics); NaN bounds when none is.
Estimate percentile_interval(double value, std::vector<double> replicates, double level);

}  // namespace couplet
