#include "couplet/methods/s2net/ranking_terms.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "couplet/base/random.h"

using namespace couplet;

TEST_CASE("sums of losses against the plain formula, for all lengths and both kinds of pair") {
  Random random(1);
  for (const Index count : {1, 7, 8, 31, 32, 33, 500, 512})
    for (const double steepness : {10.0, -10.0, 1000.0}) {
      std::vector<double> similarity(count), got(similarity.size());
      for (double& s : similarity) s = 2 * random.uniform() - 1;
      RankingTerms terms;
      terms.take(similarity.data(), count);
      double loss = 0, slope = 0;
      std::vector<double> wanted(similarity.size(), 0.0);
      for (const double own : {0.9, -0.3}) {
        terms.compare(own, steepness);
        if (count > 7) terms.leave_out(7);
        const RankingTerms::Sums sums = terms.add(0.25);
        loss = slope = 0;
        for (std::size_t j = 0; j < similarity.size(); ++j) {
          if (count > 7 && j == 7) continue;
          const double x = steepness * (similarity[j] - own);
          loss += soft_plus(x);
          slope += logistic(x);
          wanted[j] += 0.25 * logistic(x);
        }
        CHECK(sums.loss == doctest::Approx(loss).epsilon(1e-12));
        CHECK(sums.slope == doctest::Approx(slope).epsilon(1e-12));
      }
      terms.coefficients(got.data());
      for (std::size_t j = 0; j < got.size(); ++j) CHECK(got[j] == doctest::Approx(wanted[j]).epsilon(1e-12));
    }
}

TEST_CASE("single values far from 0") {
  CHECK(soft_plus(0) == doctest::Approx(std::log(2.0)));
  CHECK(soft_plus(800) == 800);
  CHECK(soft_plus(-40) == doctest::Approx(std::exp(-40.0)));
  CHECK(logistic(-800) == 0);
  CHECK(logistic(800) == 1);
  CHECK(logistic(1) == doctest::Approx(1 / (1 + std::exp(-1.0))));
}
