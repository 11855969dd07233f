#include "couplet/eval/measures.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/eval/classification.h"
#include "couplet/eval/correlation.h"
#include "tests/eval/unscored.h"

using namespace couplet;

namespace {

const BootstrapOptions quick{.resamples = 200};

void check_inside(const MetricReport& report) {
  CAPTURE(report.name);
  CHECK(report.estimate.low <= report.estimate.value);
  CHECK(report.estimate.value <= report.estimate.high);
}

}  // namespace

TEST_CASE("retrieval: values, coverage, intervals") {
  CandidateLists lists;
  for (int query = 0; query < 30; ++query) {
    const double right =
        query % 3 == 0 ? 1 : 0.5;  // a third of the right ones come first, the others tie for the worst place
    lists.add(std::vector<double>{right, 0.5, 0.9, query == 4 ? unscored : 0.5}, 0);
  }
  lists.add(std::vector<double>{1, 2},
            std::vector<double>{0, 0});  // nothing to find: left out but for the auc of all pairs
  const std::vector<std::string> names = {"mrr",    "map", "recall@1",  "recall@4",
                                          "ndcg@4", "auc", "success@2", "auc-within"};
  const auto reports = reports_of(ranking_measures(lists, names), quick, Run());
  REQUIRE(reports.size() == 8);
  for (std::size_t i = 0; i < 8; ++i) {
    CHECK(reports[i].name == names[i]);
    check_inside(reports[i]);
  }
  // 10 at rank 1, 19 at rank 4, query 4 at rank 3 (its last candidate has no score).
  CHECK(reports[0].estimate.value == doctest::Approx((10 + 19 / 4.0 + 1 / 3.0) / 30));
  CHECK(reports[1].estimate.value == doctest::Approx(reports[0].estimate.value));
  CHECK(reports[2].estimate.value == doctest::Approx(1.0 / 3));
  CHECK(reports[2].estimate.low < 0.3);
  CHECK(reports[2].estimate.high > 0.4);
  CHECK(reports[3].estimate.value == 1);
  CHECK(reports[3].estimate.low == 1);
  CHECK(reports[0].total == 30);
  CHECK(reports[0].covered == 29);
  CHECK(reports[5].total == 122);
  CHECK(reports[5].covered == 121);
  CHECK(reports[6].estimate.value == doctest::Approx(1.0 / 3));
  // All three beaten by 10; of the others two tie and one is lost, for query 4 one ties, one is lost, one has no score.
  CHECK(reports[7].estimate.value == doctest::Approx((10 + 19 / 3.0 + 0.5) / 30));
  CHECK(reports[7].total == 30);
  std::vector<double> scores{1, 2};
  std::vector<int> labels{0, 0};
  for (int query = 0; query < 30; ++query)
    for (int candidate = 0; candidate < 4; ++candidate) {
      scores.push_back(lists.scores(query)[std::size_t(candidate)]);
      labels.push_back(candidate == 0);
    }
  CHECK(reports[5].estimate.value == roc_auc(scores, labels));
}

TEST_CASE("decisions: values and coverage") {
  std::vector<double> scores;
  std::vector<int> labels;
  for (int i = 0; i < 60; ++i) {
    scores.push_back(i == 7 ? unscored : (i * 37) % 60);
    labels.push_back((i * 37) % 60 > 25 ? i % 5 != 0 : i % 5 == 0);
  }
  const std::vector<std::string> names = {"auc", "accuracy", "precision", "recall", "f1"};
  const auto reports = reports_of(decision_measures(scores, labels, 30, names), quick, Run());
  const DecisionCounts counts = decisions_at(scores, labels, 30);
  REQUIRE(reports.size() == 5);
  CHECK(reports[0].estimate.value == roc_auc(scores, labels));
  CHECK(reports[1].estimate.value == doctest::Approx(counts.accuracy()));
  CHECK(reports[2].estimate.value == doctest::Approx(counts.precision()));
  CHECK(reports[3].estimate.value == doctest::Approx(counts.recall()));
  CHECK(reports[4].estimate.value == doctest::Approx(counts.f1()));
  for (const auto& report : reports) {
    check_inside(report);
    CHECK(report.estimate.low < report.estimate.high);
    CHECK(report.covered == 59);
    CHECK(report.total == 60);
  }
}

TEST_CASE("correlations leave out items without a score and say so") {
  const std::vector<double> scores = {1, 2, unscored, 4, 3, 6}, gold = {2, 1, 9, 4, 5, 6};
  const std::vector<std::string> names = {"spearman", "pearson"};
  const auto reports = reports_of(correlation_measures(scores, gold, names), quick, Run());
  const std::vector<double> x = {1, 2, 4, 3, 6}, y = {2, 1, 4, 5, 6};
  CHECK(reports[0].estimate.value == spearman(x, y));
  CHECK(reports[1].estimate.value == pearson(x, y));
  for (const auto& report : reports) {
    check_inside(report);
    CHECK(report.covered == 5);
    CHECK(report.total == 6);
  }
}

TEST_CASE("unknown metrics and empty evaluations") {
  CandidateLists lists;
  lists.add(std::vector<double>{1, 2}, 0);
  const Run run;
  for (const std::string name : {"recall@", "recall@0", "recall@x", "recall@1x", "f1"})
    CHECK_THROWS_WITH_AS(
        reports_of(ranking_measures(lists, MetricNames{name}), quick, run),
        ("metric: '" + name + "' is not known here; use auc, auc-within, mrr, map, recall@K, success@K or ndcg@K")
            .c_str(),
        Error);
  CHECK_THROWS_WITH_AS(reports_of(ranking_measures(CandidateLists{}, MetricNames{"mrr"}), quick, run),
                       "evaluation: no query has a relevant candidate; see which candidates are marked as right",
                       Error);
  const std::vector<double> none;
  CHECK_THROWS_WITH_AS(reports_of(decision_measures(none, std::vector<int>{}, 0, MetricNames{"f1"}), quick, run),
                       "bootstrap: no items to evaluate", Error);
  CHECK_THROWS_AS(reports_of(decision_measures(none, std::vector<int>{}, 0, MetricNames{"mrr"}), quick, run), Error);
  CHECK_THROWS_WITH_AS(
      reports_of(correlation_measures(std::vector<double>{1}, std::vector<double>{unscored}, MetricNames{"pearson"}),
                 quick, run),
      "item 1: its gold value is not a number", Error);
  CHECK_THROWS_AS(reports_of(correlation_measures(none, none, MetricNames{"kendall"}), quick, run), Error);
  CHECK_THROWS_AS(reports_of(correlation_measures(none, std::vector<double>{1}, MetricNames{"pearson"}), quick, run),
                  Error);
}
