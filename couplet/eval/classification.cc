#include "couplet/eval/classification.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "couplet/base/error.h"

namespace couplet {
namespace {

void require_equal_lengths(std::size_t left, std::size_t right) {
  if (left != right)
    throw Error(ErrorCode::data, "labels", std::to_string(right) + " labels for " + std::to_string(left) + " items");
}

void require_binary(std::span<const int> labels) {
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] != 0 && labels[i] != 1)
      throw Error(ErrorCode::data, "label " + std::to_string(i + 1), std::to_string(labels[i]) + " is not 0 or 1");
}

/// Item numbers by ascending score, unscored ones first, equal ones by number.
std::vector<std::int64_t> ascending_order(std::span<const double> scores) {
  std::vector<std::int64_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    const double left = scores[a], right = scores[b];
    if (std::isnan(left) != std::isnan(right)) return std::isnan(left);
    if (!std::isnan(left) && left != right) return left < right;
    return a < b;
  });
  return order;
}

bool same_score(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

double ratio(std::int64_t numerator, std::int64_t denominator) {
  return denominator == 0 ? std::numeric_limits<double>::quiet_NaN()
                          : static_cast<double>(numerator) / static_cast<double>(denominator);
}

template <class Terms>
RatioTerms ratio_terms(std::span<const int> predicted, std::span<const int> labels, Terms terms) {
  require_equal_lengths(predicted.size(), labels.size());
  require_binary(labels);
  RatioTerms result;
  result.numerators.reserve(labels.size());
  result.denominators.reserve(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto [numerator, denominator] = terms(predicted[i] == 1, labels[i] == 1);
    result.numerators.push_back(numerator);
    result.denominators.push_back(denominator);
  }
  return result;
}

}  // namespace

WeightedAuc::WeightedAuc(std::span<const double> scores, std::span<const int> labels) {
  require_equal_lengths(scores.size(), labels.size());
  require_binary(labels);
  const auto order = ascending_order(scores);
  items_.reserve(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto index = static_cast<std::size_t>(order[i]);
    const bool last = i + 1 == order.size() || !same_score(scores[index], scores[order[i + 1]]);
    items_.push_back({order[i], labels[index] == 1, last});
  }
}

double WeightedAuc::operator()(std::span<const std::int32_t> counts) const {
  std::int64_t below = 0, positives = 0;                // negatives and positives of lower score
  std::int64_t tied_positives = 0, tied_negatives = 0;  // of the present score
  std::int64_t doubled_wins = 0;
  for (const Item& item : items_) {
    const std::int64_t count = counts[item.index];
    (item.positive ? tied_positives : tied_negatives) += count;
    if (!item.last_of_tie) continue;
    doubled_wins += tied_positives * (2 * below + tied_negatives);
    positives += tied_positives;
    below += tied_negatives;
    tied_positives = tied_negatives = 0;
  }
  if (positives == 0 || below == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(doubled_wins) / (2 * static_cast<double>(positives) * static_cast<double>(below));
}

double roc_auc(std::span<const double> scores, std::span<const int> labels) {
  return WeightedAuc(scores, labels)(std::vector<std::int32_t>(scores.size(), 1));
}

double DecisionCounts::precision() const { return ratio(true_positive, true_positive + false_positive); }
double DecisionCounts::recall() const { return ratio(true_positive, true_positive + false_negative); }
double DecisionCounts::f1() const {
  return ratio(2 * true_positive, 2 * true_positive + false_positive + false_negative);
}
double DecisionCounts::accuracy() const {
  return ratio(true_positive + true_negative, true_positive + true_negative + false_positive + false_negative);
}

DecisionCounts decisions_at(std::span<const double> scores, std::span<const int> labels, double threshold) {
  require_equal_lengths(scores.size(), labels.size());
  require_binary(labels);
  DecisionCounts counts;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const bool called = scores[i] >= threshold;
    if (labels[i] == 1)
      ++(called ? counts.true_positive : counts.false_negative);
    else
      ++(called ? counts.false_positive : counts.true_negative);
  }
  return counts;
}

RatioTerms precision_terms(std::span<const int> predicted, std::span<const int> labels) {
  return ratio_terms(predicted, labels, [](bool called, bool right) {
    return std::pair{called && right ? 1.0 : 0.0, called ? 1.0 : 0.0};
  });
}

RatioTerms recall_terms(std::span<const int> predicted, std::span<const int> labels) {
  return ratio_terms(predicted, labels, [](bool called, bool right) {
    return std::pair{called && right ? 1.0 : 0.0, right ? 1.0 : 0.0};
  });
}

RatioTerms f1_terms(std::span<const int> predicted, std::span<const int> labels) {
  return ratio_terms(predicted, labels, [](bool called, bool right) {
    return std::pair{called && right ? 2.0 : 0.0, (called ? 1.0 : 0.0) + (right ? 1.0 : 0.0)};
  });
}

std::vector<int> predictions_at(std::span<const double> scores, double threshold) {
  std::vector<int> predicted(scores.size());
  std::transform(scores.begin(), scores.end(), predicted.begin(), [threshold](double s) { return s >= threshold; });
  return predicted;
}

std::vector<double> matches(std::span<const int> predicted, std::span<const int> gold) {
  require_equal_lengths(predicted.size(), gold.size());
  std::vector<double> values(gold.size());
  for (std::size_t i = 0; i < gold.size(); ++i) values[i] = predicted[i] == gold[i] ? 1 : 0;
  return values;
}

}  // namespace couplet
