// The metrics there are, by name: what systems are measured by.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "couplet/eval/measure.h"
#include "couplet/eval/ranking.h"

namespace couplet {

using MetricNames = std::vector<std::string>;

/// Of ranked candidates, queries being resampled: "mrr", "map", "recall@K", "success@K", "ndcg@K", "auc-within"
/// (relevant against other candidates, the mean of the queries that have both) and "auc" (all candidates of all queries
/// together). total: queries with a relevant candidate (with both for auc-within), or all candidates for auc; covered:
/// those of them with scores (a query: all its candidates). Error(usage) for an unknown name, Error(data) when no query
/// has a relevant candidate.
std::vector<Measure> ranking_measures(const CandidateLists& lists, const MetricNames& names);

/// "auc", "accuracy", "precision", "recall", "f1" of the decisions "score >= threshold"; labels are 0 or 1, items are
/// resampled, the threshold is kept. A NaN score counts as not covered, and as a negative decision. Error(usage) for an
/// unknown name, Error(data) for no items, unequal lengths or other labels.
std::vector<Measure> decision_measures(std::span<const double> scores, std::span<const int> labels, double threshold,
                                       const MetricNames& names);

/// "spearman", "pearson" of scores with gold values. Items whose score is NaN are left out and counted as not covered.
/// Error(usage) for an unknown name, Error(data) for no item with a score, unequal lengths or a gold value NaN.
std::vector<Measure> correlation_measures(std::span<const double> scores, std::span<const double> gold,
                                          const MetricNames& names);

}  // namespace couplet
