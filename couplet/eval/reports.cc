#include "couplet/eval/reports.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <string_view>

#include "couplet/base/error.h"
#include "couplet/eval/classification.h"
#include "couplet/eval/correlation.h"

namespace couplet {
namespace {

[[noreturn]] void unknown_metric(const std::string& name, const std::string& known) {
  throw Error(ErrorCode::usage, "metric", "'" + name + "' is not known here", "use " + known);
}

/// K of "recall@K" for the prefix "recall@"; 0 when the name is another one or K is not a positive number.
std::int64_t cutoff(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return 0;
  std::int64_t k = 0;
  const char* end = name.data() + name.size();
  const auto [stopped, problem] = std::from_chars(name.data() + prefix.size(), end, k);
  return problem == std::errc() && stopped == end && k > 0 ? k : 0;
}

std::int64_t count_scored(std::span<const double> scores) {
  return std::count_if(scores.begin(), scores.end(), [](double score) { return !std::isnan(score); });
}

/// The queries with a relevant candidate: the others have nothing to find.
CandidateLists answerable(const CandidateLists& lists) {
  CandidateLists kept;
  for (std::int64_t q = 0; q < lists.size(); ++q) {
    const auto gains = lists.gains(q);
    if (std::any_of(gains.begin(), gains.end(), [](double gain) { return gain > 0; })) kept.add(lists.scores(q), gains);
  }
  if (kept.size() == 0) throw Error(ErrorCode::data, "evaluation", "no query has a relevant candidate");
  return kept;
}

MetricReport pooled_auc(const CandidateLists& lists, const BootstrapOptions& options, const Run& run) {
  const auto scores = lists.all_scores();
  std::vector<int> labels;
  labels.reserve(scores.size());
  for (const double gain : lists.all_gains()) labels.push_back(gain > 0);
  std::vector<std::int64_t> query_of(scores.size());
  for (std::int64_t q = 0; q < lists.size(); ++q)
    std::fill(query_of.begin() + lists.starts()[q], query_of.begin() + lists.starts()[static_cast<std::size_t>(q) + 1],
              q);
  const WeightedAuc auc(scores, labels);
  return {"auc", bootstrap_clusters(query_of, lists.size(), std::cref(auc), options, run), count_scored(scores),
          static_cast<std::int64_t>(scores.size())};
}

std::vector<double> values_of(const std::string& name, const CandidateLists& lists) {
  if (name == "mrr") return reciprocal_ranks(lists);
  if (name == "map") return average_precisions(lists);
  if (const auto k = cutoff(name, "recall@")) return recalls_at(lists, k);
  if (const auto k = cutoff(name, "ndcg@")) return ndcgs_at(lists, k);
  unknown_metric(name, "auc, mrr, map, recall@K or ndcg@K");
}

Estimate bootstrap_terms(const RatioTerms& terms, const BootstrapOptions& options, const Run& run) {
  return bootstrap_ratio(terms.numerators, terms.denominators, options, run);
}

}  // namespace

std::vector<MetricReport> retrieval_report(const CandidateLists& lists, std::span<const std::string> metrics,
                                           const BootstrapOptions& options, const Run& run) {
  const CandidateLists kept = answerable(lists);
  std::vector<MetricReport> reports;
  for (const std::string& name : metrics) {
    if (name == "auc")
      reports.push_back(pooled_auc(kept, options, run));
    else
      reports.push_back({name, bootstrap_mean(values_of(name, kept), options, run), kept.covered(), kept.size()});
  }
  return reports;
}

std::vector<MetricReport> decision_report(std::span<const double> scores, std::span<const int> labels, double threshold,
                                          std::span<const std::string> metrics, const BootstrapOptions& options,
                                          const Run& run) {
  const WeightedAuc auc(scores, labels);  // checks the labels
  const auto predicted = predictions_at(scores, threshold);
  const auto estimate = [&](const std::string& name) {
    if (name == "auc") return bootstrap_metric(auc.size(), std::cref(auc), options, run);
    if (name == "accuracy") return bootstrap_mean(matches(predicted, labels), options, run);
    if (name == "precision") return bootstrap_terms(precision_terms(predicted, labels), options, run);
    if (name == "recall") return bootstrap_terms(recall_terms(predicted, labels), options, run);
    if (name == "f1") return bootstrap_terms(f1_terms(predicted, labels), options, run);
    unknown_metric(name, "auc, accuracy, precision, recall or f1");
  };
  std::vector<MetricReport> reports;
  for (const std::string& name : metrics)
    reports.push_back({name, estimate(name), count_scored(scores), static_cast<std::int64_t>(scores.size())});
  return reports;
}

std::vector<MetricReport> correlation_report(std::span<const double> scores, std::span<const double> gold,
                                             std::span<const std::string> metrics, const BootstrapOptions& options,
                                             const Run& run) {
  if (scores.size() != gold.size())
    throw Error(ErrorCode::data, "evaluation",
                std::to_string(scores.size()) + " scores for " + std::to_string(gold.size()) + " gold values");
  std::vector<double> x, y;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(gold[i]))
      throw Error(ErrorCode::data, "item " + std::to_string(i + 1), "its gold value is not a number");
    if (std::isnan(scores[i])) continue;
    x.push_back(scores[i]);
    y.push_back(gold[i]);
  }
  const auto items = static_cast<std::int64_t>(x.size());
  std::vector<MetricReport> reports;
  for (const std::string& name : metrics) {
    if (name != "spearman" && name != "pearson") unknown_metric(name, "spearman or pearson");
    const CountMetric metric =
        name == "spearman" ? CountMetric(WeightedSpearman(x, y)) : CountMetric(WeightedPearson(x, y));
    reports.push_back(
        {name, bootstrap_metric(items, metric, options, run), items, static_cast<std::int64_t>(scores.size())});
  }
  return reports;
}

}  // namespace couplet
