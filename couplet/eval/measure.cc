#include "couplet/eval/measure.h"

#include <cmath>

#include "couplet/base/error.h"
#include "couplet/eval/ranking.h"

namespace couplet {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

CountMetric metric_of(const RatioTerms& terms) {
  return [&terms](std::span<const std::int32_t> counts) {
    double above = 0, below = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      above += counts[i] * terms.numerators[i];
      below += counts[i] * terms.denominators[i];
    }
    return below > 0 ? above / below : undefined;
  };
}

MetricComparison compare_means(const MeanOfItems& a, const MeanOfItems& b, const BootstrapOptions& options,
                               const Run& run) {
  MetricComparison result;
  result.value_a = mean(a.values);
  result.value_b = mean(b.values);
  result.bootstrap = paired_bootstrap(a.values, b.values, options, run);
  result.randomisation = approximate_randomisation(a.values, b.values, options.resamples, run);
  if (a.decisions && b.decisions) result.mcnemar = mcnemar(a.values, b.values).p_value;
  return result;
}

MetricComparison compare_wholes(std::int64_t items, const CountMetric& a, const CountMetric& b,
                                const BootstrapOptions& options, const Run& run) {
  MetricComparison result;
  const std::vector<std::int32_t> once(items, 1);
  result.value_a = a(once);
  result.value_b = b(once);
  result.bootstrap = paired_bootstrap(
      items, [&](std::span<const std::int32_t> counts) { return a(counts) - b(counts); }, options, run);
  return result;
}

}  // namespace

Estimate estimate_of(const Measure& measure, const BootstrapOptions& options, const Run& run) {
  if (const auto* items = std::get_if<MeanOfItems>(&measure.what)) {
    if (items->values.empty()) return {undefined, undefined, undefined};
    return bootstrap_mean(items->values, options, run);
  }
  if (const auto* terms = std::get_if<RatioTerms>(&measure.what))
    return bootstrap_ratio(terms->numerators, terms->denominators, options, run);
  if (const auto* perplexity = std::get_if<PerplexityTerms>(&measure.what)) {
    const auto& [numerators, denominators] = perplexity->terms;
    const Estimate mean = bootstrap_ratio(numerators, denominators, options, run);
    return {std::pow(10, -mean.value), std::pow(10, -mean.high), std::pow(10, -mean.low)};
  }
  const auto& whole = std::get<WholeSample>(measure.what);
  if (whole.clusters > 0) return bootstrap_clusters(whole.cluster_of, whole.clusters, whole.metric, options, run);
  return bootstrap_metric(whole.items, whole.metric, options, run);
}

std::vector<MetricReport> reports_of(const std::vector<Measure>& measures, const BootstrapOptions& options,
                                     const Run& run) {
  std::vector<MetricReport> reports;
  for (const Measure& measure : measures)
    reports.push_back({measure.name, estimate_of(measure, options, run), measure.covered, measure.total});
  return reports;
}

double MetricComparison::p() const {
  return std::isfinite(mcnemar) ? mcnemar : std::isfinite(randomisation) ? randomisation : bootstrap.p_value;
}

MetricComparison compare_measures(const Measure& a, const Measure& b, const BootstrapOptions& options, const Run& run) {
  if (a.what.index() != b.what.index())
    throw Error(ErrorCode::internal, a.name, "measures of different kinds are compared");
  MetricComparison result;
  if (const auto* items = std::get_if<MeanOfItems>(&a.what)) {
    result = compare_means(*items, std::get<MeanOfItems>(b.what), options, run);
  } else if (const auto* terms = std::get_if<RatioTerms>(&a.what)) {
    result = compare_wholes(std::ssize(terms->numerators), metric_of(*terms), metric_of(std::get<RatioTerms>(b.what)),
                            options, run);
  } else {
    const auto &left = std::get<WholeSample>(a.what), &right = std::get<WholeSample>(b.what);
    result = compare_wholes(left.items, left.metric, right.metric, options, run);
  }
  result.metric = a.name;
  return result;
}

}  // namespace couplet
