// Whole evaluations: metrics by name, each with its interval and coverage.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/eval/bootstrap.h"
#include "couplet/eval/estimate.h"
#include "couplet/eval/ranking.h"

namespace couplet {

/// Metrics of ranked candidates, queries being resampled: "mrr", "map", "recall@K", "ndcg@K", and "auc" (relevant
/// against other candidates, all queries together). total: queries with a relevant candidate, or all candidates for
/// auc; covered: those of them with scores (a query: all its candidates). Throws Error(usage) for an unknown name,
/// Error(data) when no query has a relevant candidate.
std::vector<MetricReport> retrieval_report(const CandidateLists& lists, std::span<const std::string> metrics,
                                           const BootstrapOptions& options, const Run& run);

/// "auc", "accuracy", "precision", "recall", "f1" of the decisions "score >= threshold"; labels are 0 or 1, items are
/// resampled, the threshold is kept. A NaN score counts as not covered, and as a negative decision.
/// Throws Error(usage) for an unknown name, Error(data) for no items, unequal lengths or other labels.
std::vector<MetricReport> decision_report(std::span<const double> scores, std::span<const int> labels, double threshold,
                                          std::span<const std::string> metrics, const BootstrapOptions& options,
                                          const Run& run);

/// "spearman", "pearson" of scores with gold values. Items whose score is NaN are left out and counted as not covered.
/// Throws Error(usage) for an unknown name, Error(data) for no item with a score, unequal lengths or a gold value NaN.
std::vector<MetricReport> correlation_report(std::span<const double> scores, std::span<const double> gold,
                                             std::span<const std::string> metrics, const BootstrapOptions& options,
                                             const Run& run);

}  // namespace couplet
