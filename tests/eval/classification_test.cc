#include "couplet/eval/classification.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <vector>

#include "couplet/base/error.h"
#include "tests/eval/unscored.h"

using namespace couplet;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct LabelledCase {
  std::vector<double> scores;
  std::vector<int> labels;
  std::vector<std::int32_t> counts;
};

LabelledCase any_labelled_case() {
  const int size = *rc::gen::inRange(1, 25);
  LabelledCase made;
  for (int i = 0; i < size; ++i) {
    const int score = *rc::gen::inRange(-1, 8);
    made.scores.push_back(score == -1 ? unscored : score == 7 ? infinity : score);
    made.labels.push_back(*rc::gen::inRange(0, 2));
    made.counts.push_back(*rc::gen::inRange(0, 4));
  }
  return made;
}

/// By definition: over all pairs of a positive and a negative.
double auc_by_pairs(const LabelledCase& given) {
  double wins = 0, pairs = 0;
  const auto key = [](double score) { return std::isnan(score) ? -infinity : score; };
  for (std::size_t i = 0; i < given.scores.size(); ++i)
    for (std::size_t j = 0; j < given.scores.size(); ++j) {
      if (given.labels[i] != 1 || given.labels[j] != 0) continue;
      const double weight = double(given.counts[i]) * given.counts[j];
      pairs += weight;
      if (key(given.scores[i]) > key(given.scores[j])) wins += weight;
      if (key(given.scores[i]) == key(given.scores[j])) wins += weight / 2;
    }
  return pairs == 0 ? unscored : wins / pairs;
}

}  // namespace

TEST_CASE("AUC by ranks is AUC by pairs, with multiplicities") {
  CHECK(rc::check("against all pairs", [] {
    LabelledCase given = any_labelled_case();
    const double fast = WeightedAuc(given.scores, given.labels)(given.counts), obvious = auc_by_pairs(given);
    RC_ASSERT(std::isnan(fast) == std::isnan(obvious));
    if (!std::isnan(fast)) RC_ASSERT(std::abs(fast - obvious) < 1e-14);
    given.counts.assign(given.scores.size(), 1);
    const double once = roc_auc(given.scores, given.labels), once_obvious = auc_by_pairs(given);
    RC_ASSERT(std::isnan(once) == std::isnan(once_obvious));
    if (!std::isnan(once)) RC_ASSERT(std::abs(once - once_obvious) < 1e-14);
  }));
}

TEST_CASE("AUC is the Mann-Whitney statistic") {
  // scipy 1.10.1: mannwhitneyu([.9,.8,.4,.35,.35], [.8,.5,.35,.1]).statistic / 20 = 0.625
  const std::vector<double> scores = {.9, .8, .4, .35, .35, .8, .5, .35, .1};
  const std::vector<int> labels = {1, 1, 1, 1, 1, 0, 0, 0, 0};
  CHECK(roc_auc(scores, labels) == 0.625);
}

TEST_CASE("decisions, precision, recall, F1, accuracy") {
  const std::vector<double> scores = {3, 2, unscored, 1, 2, 0};
  const std::vector<int> labels = {1, 0, 1, 1, 1, 0};
  const DecisionCounts counts = decisions_at(scores, labels, 2);
  CHECK(counts.true_positive == 2);
  CHECK(counts.false_positive == 1);
  CHECK(counts.false_negative == 2);
  CHECK(counts.true_negative == 1);
  CHECK(counts.precision() == doctest::Approx(2.0 / 3));
  CHECK(counts.recall() == doctest::Approx(0.5));
  CHECK(counts.f1() == doctest::Approx(2 * (2.0 / 3) * 0.5 / (2.0 / 3 + 0.5)));
  CHECK(counts.accuracy() == doctest::Approx(0.5));
  CHECK(std::isnan(DecisionCounts{}.f1()));
  CHECK(std::isnan(decisions_at(scores, labels, 10).precision()));
}

TEST_CASE("the terms of each ratio add up to the metric") {
  CHECK(rc::check("terms", [] {
    const LabelledCase given = any_labelled_case();
    const double threshold = *rc::gen::inRange(0, 8);
    const auto predicted = predictions_at(given.scores, threshold);
    const DecisionCounts counts = decisions_at(given.scores, given.labels, threshold);
    const auto total = [](const RatioTerms& terms) {
      double above = 0, below = 0;
      for (std::size_t i = 0; i < terms.numerators.size(); ++i) {
        above += terms.numerators[i];
        below += terms.denominators[i];
      }
      return below == 0 ? unscored : above / below;
    };
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    RC_ASSERT(same(total(precision_terms(predicted, given.labels)), counts.precision()));
    RC_ASSERT(same(total(recall_terms(predicted, given.labels)), counts.recall()));
    RC_ASSERT(same(total(f1_terms(predicted, given.labels)), counts.f1()));
    double right = 0;
    for (const double match : matches(predicted, given.labels)) right += match;
    RC_ASSERT(same(right / double(given.labels.size()), counts.accuracy()));
  }));
}

TEST_CASE("bad labels are refused") {
  const std::vector<double> scores = {1, 2};
  CHECK_THROWS_WITH_AS(roc_auc(scores, std::vector<int>{1}), "labels: 1 labels for 2 items", Error);
  CHECK_THROWS_WITH_AS(roc_auc(scores, std::vector<int>{1, 2}), "label 2: 2 is not 0 or 1", Error);
  CHECK_THROWS_AS(decisions_at(scores, std::vector<int>{1, -1}, 0), Error);
  CHECK_THROWS_AS(matches(std::vector<int>{1}, std::vector<int>{1, 2}), Error);
}
