#include "couplet/eval/ranking.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "couplet/base/error.h"
#include "tests/eval/unscored.h"

using namespace couplet;

namespace {

struct RankedCase {
  std::vector<double> scores, gains;
};

/// Few distinct scores, so that ties are common; now and then no score; gains 0..3.
RankedCase any_ranked_case() {
  const int count = *rc::gen::inRange(1, 8);
  RankedCase made;
  for (int i = 0; i < count; ++i) {
    const int score = *rc::gen::inRange(0, 5);
    made.scores.push_back(score == 0 ? unscored : score);
    made.gains.push_back(std::max(0, *rc::gen::inRange(-3, 4)));
  }
  return made;
}

/// The smallest value a metric takes over all orders that the scores allow: what "ties are errors" means.
template <class Metric>
double worst_over_orders(const RankedCase& given, Metric metric) {
  std::vector<std::size_t> order(given.scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) {
    return std::isnan(given.scores[i]) ? -std::numeric_limits<double>::infinity() : given.scores[i];
  };
  double worst = std::numeric_limits<double>::infinity();
  do {
    bool allowed = true;
    for (std::size_t i = 1; i < order.size(); ++i) allowed &= key(order[i - 1]) >= key(order[i]);
    if (!allowed) continue;
    std::vector<double> gains;
    for (const std::size_t i : order) gains.push_back(given.gains[i]);
    worst = std::min(worst, metric(gains));
  } while (std::next_permutation(order.begin(), order.end()));
  return worst;
}

double dcg(const std::vector<double>& gains, std::size_t k) {
  double sum = 0;
  for (std::size_t i = 0; i < gains.size() && i < k; ++i) sum += gains[i] * std::log(2) / std::log(double(i) + 2);
  return sum;
}

bool relevant(const RankedCase& given) {
  return std::any_of(given.gains.begin(), given.gains.end(), [](double g) { return g > 0; });
}

}  // namespace

TEST_CASE("ranking metrics are the worst over all orders the scores allow") {
  CHECK(rc::check("against enumeration of orders", [] {
    const RankedCase given = any_ranked_case();
    const auto k = *rc::gen::inRange(1, 8);
    const double rr = reciprocal_rank(given.scores, given.gains);
    const double ap = average_precision(given.scores, given.gains);
    const double recall = recall_at(given.scores, given.gains, k);
    const double ndcg = ndcg_at(given.scores, given.gains, k);
    if (!relevant(given)) {
      RC_ASSERT(std::isnan(rr) && std::isnan(ap) && std::isnan(recall) && std::isnan(ndcg));
      return;
    }
    const auto close = [](double a, double b) { return std::abs(a - b) < 1e-12; };
    RC_ASSERT(close(rr, worst_over_orders(given, [](const auto& gains) {
                      for (std::size_t i = 0; i < gains.size(); ++i)
                        if (gains[i] > 0) return 1.0 / (double(i) + 1);
                      return 0.0;
                    })));
    RC_ASSERT(close(ap, worst_over_orders(given, [](const auto& gains) {
                      double sum = 0, all = 0;
                      for (std::size_t i = 0; i < gains.size(); ++i) {
                        if (gains[i] == 0) continue;
                        all += 1;
                        double seen = 0;
                        for (std::size_t j = 0; j <= i; ++j) seen += gains[j] > 0;
                        sum += seen / (double(i) + 1);
                      }
                      return sum / all;
                    })));
    RC_ASSERT(close(recall, worst_over_orders(given, [k](const auto& gains) {
                      double found = 0, all = 0;
                      for (std::size_t i = 0; i < gains.size(); ++i) {
                        all += gains[i] > 0;
                        found += gains[i] > 0 && int(i) < k;
                      }
                      return found / all;
                    })));
    std::vector<double> ideal = given.gains;
    std::sort(ideal.rbegin(), ideal.rend());
    RC_ASSERT(close(ndcg, worst_over_orders(given, [&](const auto& gains) { return dcg(gains, std::size_t(k)); }) /
                              dcg(ideal, std::size_t(k))));
  }));
}

TEST_CASE("a right candidate that ties with all others is last, not first") {
  const std::vector<double> gains = {1, 0, 0, 0};
  CHECK(reciprocal_rank(std::vector<double>(4, 0.5), gains) == 0.25);
  CHECK(reciprocal_rank(std::vector<double>{unscored, 1, unscored, unscored}, gains) == 0.25);
  CHECK(reciprocal_rank(std::vector<double>{0, unscored, unscored, unscored}, gains) == 1);
}

TEST_CASE("values computed by hand") {
  // Relevant at ranks 1, 3, 6 of 6: AP = (1/1 + 2/3 + 3/6) / 3.
  const std::vector<double> falling = {6, 5, 4, 3, 2, 1};
  const std::vector<double> binary = {1, 0, 1, 0, 0, 1};
  CHECK(average_precision(falling, binary) == doctest::Approx(0.7222222222222222).epsilon(1e-15));
  CHECK(recall_at(falling, binary, 3) == doctest::Approx(2.0 / 3));
  // Gains 3,2,3,0,1,2 (the usual textbook list), DCG with linear gains summed in Python: 0.96081 at 6, 0.97778 at 3.
  const std::vector<double> graded = {3, 2, 3, 0, 1, 2};
  CHECK(ndcg_at(falling, graded, 6) == doctest::Approx(0.9608081943360617).epsilon(1e-14));
  CHECK(ndcg_at(falling, graded, 3) == doctest::Approx(0.9777813616305049).epsilon(1e-14));
}

TEST_CASE("lists leave out queries with nothing to find, and count coverage") {
  CandidateLists lists;
  lists.add(std::vector<double>{3, 2, 1}, 1);                             // rank 2
  lists.add(std::vector<double>{3, 2}, std::vector<double>{0, 0});        // nothing relevant
  lists.add(std::vector<double>{unscored, 2, 1, 0}, 0);                   // unscored: rank 4
  lists.add(std::vector<double>{1, 2, 3}, std::vector<double>{1, 0, 2});  // relevant at 1 and 3
  CHECK(lists.size() == 4);
  CHECK(lists.covered() == 3);
  CHECK(reciprocal_ranks(lists) == std::vector<double>{0.5, 0.25, 1});
  CHECK(recalls_at(lists, 2) == std::vector<double>{1, 0, 0.5});
  CHECK(average_precisions(lists)[2] == doctest::Approx((1 + 2.0 / 3) / 2));
  CHECK(ndcgs_at(lists, 1) == std::vector<double>{0, 0, 1});
  CHECK(mean(reciprocal_ranks(lists)) == doctest::Approx(1.75 / 3));
  CHECK(reciprocal_ranks(std::vector<std::int64_t>{1, 4}) == std::vector<double>{1, 0.25});
  CHECK(hits_at(std::vector<std::int64_t>{1, 4, 2}, 2) == std::vector<double>{1, 0, 1});
}

TEST_CASE("bad lists are refused") {
  CandidateLists lists;
  const std::vector<double> two = {1, 2}, none, negative = {0, -1};
  CHECK_THROWS_WITH_AS(
      lists.add(two, std::vector<double>{1}),
      "query 1: 2 scores and 1 gains; give each query at least one candidate, with a score and a gain each", Error);
  CHECK_THROWS_AS(lists.add(none, none), Error);
  CHECK_THROWS_WITH_AS(
      lists.add(two, negative),
      "query 1: a gain that is not a finite number >= 0; gains are 2^grade - 1: give grades from 0 to 100", Error);
  CHECK_THROWS_WITH_AS(lists.add(two, 2), "query 1: the right candidate is not in the list", Error);
  CHECK_THROWS_WITH_AS(recall_at(two, two, 0), "ranking: a cut-off below 1; use recall@K and ndcg@K with K >= 1",
                       Error);
  CHECK(lists.size() == 0);
  CHECK(std::isnan(mean(none)));
}
