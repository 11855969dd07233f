// Metrics of ranked candidates, one value a query, so that resampling queries is resampling numbers.
//
// Ties are errors: among candidates of equal score the less relevant ones count as ahead. A candidate without a score
// (NaN) ranks behind all that have one, and its query is counted as not covered.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace couplet {

/// The candidates of many queries, one query after another. gain > 0 marks a relevant candidate; larger is better.
class CandidateLists {
 public:
  /// Adds a query; scores and gains have equal length >= 1. Throws Error(data) otherwise, or for a gain that is
  /// negative or not finite.
  void add(std::span<const double> scores, std::span<const double> gains);
  /// Adds a query with one relevant candidate, scores[right].
  void add(std::span<const double> scores, std::int64_t right);

  std::int64_t size() const { return static_cast<std::int64_t>(starts_.size()) - 1; }
  std::span<const double> scores(std::int64_t query) const { return part(scores_, query); }
  std::span<const double> gains(std::int64_t query) const { return part(gains_, query); }
  /// All candidates of all queries, and where each query starts (size() + 1 numbers).
  std::span<const double> all_scores() const { return scores_; }
  std::span<const double> all_gains() const { return gains_; }
  std::span<const std::int64_t> starts() const { return starts_; }
  /// Queries whose every candidate has a score.
  std::int64_t covered() const;

 private:
  std::span<const double> part(const std::vector<double>& all, std::int64_t query) const;

  std::vector<double> scores_, gains_;
  std::vector<std::int64_t> starts_ = {0};
};

/// 1 / rank, and 1 or 0 for rank <= k: the contributions to MRR and Recall@k of queries with one relevant candidate.
std::vector<double> reciprocal_ranks(std::span<const std::int64_t> ranks);
std::vector<double> hits_at(std::span<const std::int64_t> ranks, std::int64_t k);

// One query. scores and gains have equal length. O(n log n). All are NaN when no candidate is relevant.

/// 1 / rank of the best-ranked relevant candidate.
double reciprocal_rank(std::span<const double> scores, std::span<const double> gains);
/// Mean, over the relevant candidates, of the precision at their rank.
double average_precision(std::span<const double> scores, std::span<const double> gains);
/// Fraction of the relevant candidates among the first k >= 1.
double recall_at(std::span<const double> scores, std::span<const double> gains, std::int64_t k);
/// 1 when a relevant candidate is among the first k >= 1, else 0.
double success_at(std::span<const double> scores, std::span<const double> gains, std::int64_t k);
/// The share of pairs of a relevant candidate and another in which the relevant one scores higher, a tie being half of
/// it; no score is below all others. NaN when all are relevant, too.
double auc_within(std::span<const double> scores, std::span<const double> gains);
/// Sum of gain / log2(rank + 1) over the first k >= 1, divided by the largest possible sum. Gains enter as they are:
/// give 2^grade - 1 for the exponential form.
double ndcg_at(std::span<const double> scores, std::span<const double> gains, std::int64_t k);

// All queries that have a relevant candidate, in order; their mean is MRR, MAP, Recall@k, NDCG@k.

std::vector<double> reciprocal_ranks(const CandidateLists& lists);
std::vector<double> average_precisions(const CandidateLists& lists);
std::vector<double> recalls_at(const CandidateLists& lists, std::int64_t k);
std::vector<double> ndcgs_at(const CandidateLists& lists, std::int64_t k);
std::vector<double> successes_at(const CandidateLists& lists, std::int64_t k);
/// Of the queries that have others too.
std::vector<double> aucs_within(const CandidateLists& lists);

/// Sum / count in order; NaN for no values.
double mean(std::span<const double> values);

}  // namespace couplet
