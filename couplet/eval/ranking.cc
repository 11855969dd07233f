#include "couplet/eval/ranking.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

void require_cutoff(std::int64_t k) {
  if (k < 1) throw Error(ErrorCode::usage, "ranking", "a cut-off below 1", "use recall@K and ndcg@K with K >= 1");
}

/// The gains in the order the scores give, the most unfavourable one among ties.
std::vector<double> gains_by_rank(std::span<const double> scores, std::span<const double> gains) {
  struct Candidate {
    double score, gain;
  };
  std::vector<Candidate> candidates(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) candidates[i] = {scores[i], gains[i]};
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    const bool a_unknown = std::isnan(a.score), b_unknown = std::isnan(b.score);
    if (a_unknown != b_unknown) return b_unknown;
    if (!a_unknown && a.score != b.score) return a.score > b.score;
    return a.gain < b.gain;
  });
  std::vector<double> ordered(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) ordered[i] = candidates[i].gain;
  return ordered;
}

double discounted_gain(std::span<const double> gains, std::int64_t k) {
  double sum = 0;
  const std::size_t depth = std::min(gains.size(), static_cast<std::size_t>(k));
  for (std::size_t i = 0; i < depth; ++i) sum += gains[i] / std::log2(static_cast<double>(i + 2));
  return sum;
}

template <class Metric>
std::vector<double> defined_values(const CandidateLists& lists, Metric metric) {
  std::vector<double> values;
  values.reserve(lists.size());
  for (std::int64_t q = 0; q < lists.size(); ++q) {
    const double value = metric(lists.scores(q), lists.gains(q));
    if (!std::isnan(value)) values.push_back(value);
  }
  return values;
}

}  // namespace

void CandidateLists::add(std::span<const double> scores, std::span<const double> gains) {
  if (scores.empty() || scores.size() != gains.size())
    throw Error(ErrorCode::data, "query " + std::to_string(size() + 1),
                std::to_string(scores.size()) + " scores and " + std::to_string(gains.size()) + " gains",
                "give each query at least one candidate, with a score and a gain each");
  for (const double gain : gains)
    if (!(gain >= 0) || std::isinf(gain))
      throw Error(ErrorCode::data, "query " + std::to_string(size() + 1), "a gain that is not a finite number >= 0",
                  "gains are 2^grade - 1: give grades from 0 to 100");
  scores_.insert(scores_.end(), scores.begin(), scores.end());
  gains_.insert(gains_.end(), gains.begin(), gains.end());
  starts_.push_back(static_cast<std::int64_t>(scores_.size()));
}

void CandidateLists::add(std::span<const double> scores, std::int64_t right) {
  if (right < 0 || right >= static_cast<std::int64_t>(scores.size()))
    throw Error(ErrorCode::data, "query " + std::to_string(size() + 1), "the right candidate is not in the list");
  std::vector<double> gains(scores.size(), 0.0);
  gains[right] = 1;
  add(scores, gains);
}

std::span<const double> CandidateLists::part(const std::vector<double>& all, std::int64_t query) const {
  const auto begin = static_cast<std::size_t>(starts_[query]);
  const auto end = static_cast<std::size_t>(starts_[static_cast<std::size_t>(query) + 1]);
  return std::span(all).subspan(begin, end - begin);
}

std::int64_t CandidateLists::covered() const {
  std::int64_t count = 0;
  for (std::int64_t q = 0; q < size(); ++q) {
    const auto own = scores(q);
    count += std::none_of(own.begin(), own.end(), [](double score) { return std::isnan(score); });
  }
  return count;
}

std::vector<double> reciprocal_ranks(std::span<const std::int64_t> ranks) {
  std::vector<double> values(ranks.size());
  std::transform(ranks.begin(), ranks.end(), values.begin(), [](auto rank) { return 1 / static_cast<double>(rank); });
  return values;
}

std::vector<double> hits_at(std::span<const std::int64_t> ranks, std::int64_t k) {
  require_cutoff(k);
  std::vector<double> values(ranks.size());
  std::transform(ranks.begin(), ranks.end(), values.begin(), [k](auto rank) { return rank <= k ? 1.0 : 0.0; });
  return values;
}

double reciprocal_rank(std::span<const double> scores, std::span<const double> gains) {
  const auto ordered = gains_by_rank(scores, gains);
  const auto first = std::find_if(ordered.begin(), ordered.end(), [](double gain) { return gain > 0; });
  return first == ordered.end() ? no_value : 1 / static_cast<double>(first - ordered.begin() + 1);
}

double average_precision(std::span<const double> scores, std::span<const double> gains) {
  const auto ordered = gains_by_rank(scores, gains);
  double found = 0, sum = 0;
  for (std::size_t i = 0; i < ordered.size(); ++i)
    if (ordered[i] > 0) sum += ++found / static_cast<double>(i + 1);
  return found == 0 ? no_value : sum / found;
}

double recall_at(std::span<const double> scores, std::span<const double> gains, std::int64_t k) {
  require_cutoff(k);
  const auto ordered = gains_by_rank(scores, gains);
  double found = 0, relevant = 0;
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    if (!(ordered[i] > 0)) continue;
    ++relevant;
    if (i < static_cast<std::size_t>(k)) ++found;
  }
  return relevant == 0 ? no_value : found / relevant;
}

double success_at(std::span<const double> scores, std::span<const double> gains, std::int64_t k) {
  const double recall = recall_at(scores, gains, k);
  return recall > 0 ? 1 : recall;
}

double auc_within(std::span<const double> scores, std::span<const double> gains) {
  double won = 0, pairs = 0;
  const auto key = [&](std::size_t i) {
    return std::isnan(scores[i]) ? -std::numeric_limits<double>::infinity() : scores[i];
  };
  for (std::size_t i = 0; i < scores.size(); ++i)
    for (std::size_t j = 0; j < scores.size() && gains[i] > 0; ++j) {
      if (gains[j] > 0) continue;
      ++pairs;
      won += key(i) > key(j) ? 1 : key(i) == key(j) ? 0.5 : 0;
    }
  return pairs > 0 ? won / pairs : no_value;
}

double ndcg_at(std::span<const double> scores, std::span<const double> gains, std::int64_t k) {
  require_cutoff(k);
  std::vector<double> ideal(gains.begin(), gains.end());
  std::sort(ideal.begin(), ideal.end(), std::greater<>());
  const double best = discounted_gain(ideal, k);
  return best > 0 ? discounted_gain(gains_by_rank(scores, gains), k) / best : no_value;
}

std::vector<double> reciprocal_ranks(const CandidateLists& lists) { return defined_values(lists, reciprocal_rank); }

std::vector<double> average_precisions(const CandidateLists& lists) { return defined_values(lists, average_precision); }

std::vector<double> recalls_at(const CandidateLists& lists, std::int64_t k) {
  return defined_values(lists, [k](auto scores, auto gains) { return recall_at(scores, gains, k); });
}

std::vector<double> ndcgs_at(const CandidateLists& lists, std::int64_t k) {
  return defined_values(lists, [k](auto scores, auto gains) { return ndcg_at(scores, gains, k); });
}

std::vector<double> successes_at(const CandidateLists& lists, std::int64_t k) {
  return defined_values(lists, [k](auto scores, auto gains) { return success_at(scores, gains, k); });
}

std::vector<double> aucs_within(const CandidateLists& lists) { return defined_values(lists, auc_within); }

double mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace couplet
