#include "couplet/eval/measures.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <string_view>

#include "couplet/base/error.h"
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
  if (kept.size() == 0)
    throw Error(ErrorCode::data, "evaluation", "no query has a relevant candidate",
                "see which candidates are marked as right");
  return kept;
}

Measure pooled_auc(const CandidateLists& lists) {
  const auto scores = lists.all_scores();
  std::vector<int> labels;
  for (const double gain : lists.all_gains()) labels.push_back(gain > 0);
  std::vector<std::int64_t> query_of(scores.size());
  for (std::int64_t q = 0; q < lists.size(); ++q)
    std::fill(query_of.begin() + lists.starts()[q], query_of.begin() + lists.starts()[q + 1], q);
  return {"auc", WholeSample{WeightedAuc(scores, labels), std::ssize(scores), std::move(query_of), lists.size()},
          count_scored(scores), std::ssize(scores)};
}

std::vector<double> values_of(const std::string& name, const CandidateLists& lists) {
  if (name == "mrr") return reciprocal_ranks(lists);
  if (name == "map") return average_precisions(lists);
  if (const auto k = cutoff(name, "recall@")) return recalls_at(lists, k);
  if (const auto k = cutoff(name, "ndcg@")) return ndcgs_at(lists, k);
  if (const auto k = cutoff(name, "success@")) return successes_at(lists, k);
  if (name == "auc-within") return aucs_within(lists);
  unknown_metric(name, "auc, auc-within, mrr, map, recall@K, success@K or ndcg@K");
}

}  // namespace

std::vector<Measure> ranking_measures(const CandidateLists& lists, const MetricNames& names) {
  const CandidateLists kept = answerable(lists);
  std::vector<Measure> measures;
  for (const std::string& name : names) {
    if (name == "auc") {
      measures.push_back(pooled_auc(lists));
      continue;
    }
    std::vector<double> values = values_of(name, kept);
    const std::int64_t queries = std::ssize(values);  // fewer than all for auc-within
    // Right or wrong, one a query: with several right candidates a recall is a share.
    const bool decisions =
        (name.starts_with("recall@") || name.starts_with("success@")) &&
        std::all_of(values.begin(), values.end(), [](double value) { return value == 0 || value == 1; });
    measures.push_back({name, MeanOfItems{std::move(values), decisions}, std::min(queries, kept.covered()), queries});
  }
  return measures;
}

std::vector<Measure> decision_measures(std::span<const double> scores, std::span<const int> labels, double threshold,
                                       const MetricNames& names) {
  const WeightedAuc auc(scores, labels);  // checks the labels
  const auto predicted = predictions_at(scores, threshold);
  std::vector<Measure> measures;
  const auto add = [&](const std::string& name, decltype(Measure::what) what) {
    measures.push_back({name, std::move(what), count_scored(scores), std::ssize(scores)});
  };
  for (const std::string& name : names) {
    if (name == "auc")
      add(name, WholeSample{auc, auc.size()});
    else if (name == "accuracy")
      add(name, MeanOfItems{matches(predicted, labels), true});
    else if (name == "precision")
      add(name, precision_terms(predicted, labels));
    else if (name == "recall")
      add(name, recall_terms(predicted, labels));
    else if (name == "f1")
      add(name, f1_terms(predicted, labels));
    else
      unknown_metric(name, "auc, accuracy, precision, recall or f1");
  }
  return measures;
}

std::vector<Measure> correlation_measures(std::span<const double> scores, std::span<const double> gold,
                                          const MetricNames& names) {
  if (scores.size() != gold.size())
    throw Error(ErrorCode::data, "evaluation",
                std::to_string(scores.size()) + " scores for " + std::to_string(gold.size()) + " gold values");
  // Kept by the metrics, which hold views.
  struct Scored {
    std::vector<double> scores, gold;
  };
  const auto kept = std::make_shared<Scored>();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(gold[i]))
      throw Error(ErrorCode::data, "item " + std::to_string(i + 1), "its gold value is not a number");
    if (std::isnan(scores[i])) continue;
    kept->scores.push_back(scores[i]);
    kept->gold.push_back(gold[i]);
  }
  const std::int64_t items = std::ssize(kept->scores);
  std::vector<Measure> measures;
  for (const std::string& name : names) {
    if (name != "spearman" && name != "pearson") unknown_metric(name, "spearman or pearson");
    CountMetric metric = WeightedSpearman(kept->scores, kept->gold);
    if (name == "pearson")
      metric = [kept, pearson = WeightedPearson(kept->scores, kept->gold)](std::span<const std::int32_t> counts) {
        return pearson(counts);
      };
    measures.push_back({name, WholeSample{std::move(metric), items}, items, std::ssize(scores)});
  }
  return measures;
}

}  // namespace couplet
