// Metrics of decisions: accuracy, precision, recall, F1, and the area under the ROC curve.
//
// A label is 1 (positive) or 0. An item without a score (NaN) is never called positive and ranks below all others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace couplet {

/// Area under the ROC curve of items that may be taken several times: sorts once, then each sample costs O(n).
class WeightedAuc {
 public:
  /// scores and labels have equal length; labels are 0 or 1. Throws Error(data) otherwise. O(n log n).
  WeightedAuc(std::span<const double> scores, std::span<const int> labels);
  /// Probability that a positive scores above a negative, ties counting half, with item i taken counts[i] times.
  /// NaN when the sample lacks positives or negatives. Exact: the sums are integers.
  double operator()(std::span<const std::int32_t> counts) const;
  std::int64_t size() const { return static_cast<std::int64_t>(items_.size()); }

 private:
  struct Item {
    std::int64_t index;
    bool positive, last_of_tie;
  };
  std::vector<Item> items_;  // ascending score, unscored first
};

/// The same with every item taken once. O(n log n).
double roc_auc(std::span<const double> scores, std::span<const int> labels);

/// Counts of decisions. For questions that a system may leave unanswered: true_positive = right answers,
/// false_positive = wrong answers, false_negative = all questions less the right answers.
struct DecisionCounts {
  std::int64_t true_positive = 0, false_positive = 0, false_negative = 0, true_negative = 0;
  /// NaN where the denominator is zero.
  double precision() const;
  double recall() const;
  double f1() const;
  double accuracy() const;
};

/// Decisions "score >= threshold". Throws Error(data) for lengths that differ or a label that is not 0 or 1.
DecisionCounts decisions_at(std::span<const double> scores, std::span<const int> labels, double threshold);

/// A metric that is a ratio of sums over items (F1 = sum 2tp / sum (2tp + fp + fn)): what each item adds to both.
struct RatioTerms {
  std::vector<double> numerators, denominators;
};
/// predicted and labels are 0 or 1, of equal length.
RatioTerms precision_terms(std::span<const int> predicted, std::span<const int> labels);
RatioTerms recall_terms(std::span<const int> predicted, std::span<const int> labels);
RatioTerms f1_terms(std::span<const int> predicted, std::span<const int> labels);

/// 1 for "score >= threshold", 0 otherwise.
std::vector<int> predictions_at(std::span<const double> scores, double threshold);

/// 1 where predicted equals gold (any classes), 0 elsewhere: the contributions to accuracy.
std::vector<double> matches(std::span<const int> predicted, std::span<const int> gold);

}  // namespace couplet
