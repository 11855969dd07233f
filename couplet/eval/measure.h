// A metric of one system on some items, ready for an interval and for paired tests against another system's.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/eval/bootstrap.h"
#include "couplet/eval/classification.h"
#include "couplet/eval/compare.h"
#include "couplet/eval/estimate.h"

namespace couplet {

/// The mean of one value an item (MRR, accuracy). decisions: each is 0 or 1, right or wrong.
struct MeanOfItems {
  std::vector<double> values;
  bool decisions = false;
};

/// A metric of counts (AUC, correlations) over `items` items; with clusters, whole clusters are drawn
/// (bootstrap_clusters).
struct WholeSample {
  CountMetric metric;
  std::int64_t items = 0;
  std::vector<std::int64_t> cluster_of = {};
  std::int64_t clusters = 0;
};

/// 10 to the power of minus a ratio: log10 probabilities over words.
struct PerplexityTerms {
  RatioTerms terms;
};

struct Measure {
  std::string name;
  std::variant<MeanOfItems, RatioTerms, WholeSample, PerplexityTerms> what;
  std::int64_t covered = 0, total = 0;  // items, and those of them with a score
  bool compared = false;                // paired tests are about this metric too
};

/// The metric with its interval. NaN for the mean of nothing.
Estimate estimate_of(const Measure& measure, const BootstrapOptions& options, const Run& run);
std::vector<MetricReport> reports_of(const std::vector<Measure>& measures, const BootstrapOptions& options,
                                     const Run& run);

/// One metric of two systems on the same items.
struct MetricComparison {
  std::string metric;
  double value_a = 0, value_b = 0;
  PairedTest bootstrap;
  double randomisation = std::numeric_limits<double>::quiet_NaN();  // p-values; NaN where the test does not apply
  double mcnemar = std::numeric_limits<double>::quiet_NaN();
  /// The p-value that is adjusted: the exact test of decisions first, then randomisation, then the bootstrap.
  double p() const;
};

/// Means: all tests that apply; ratios and whole samples: paired bootstrap. Both measures are of one kind, and not
/// perplexities.
MetricComparison compare_measures(const Measure& a, const Measure& b, const BootstrapOptions& options, const Run& run);

}  // namespace couplet
