#include "couplet/eval/special_functions.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "couplet/base/error.h"

using namespace couplet;

namespace {

void check_relative(double found, double expected, double tolerance) {
  CAPTURE(found);
  CAPTURE(expected);
  CHECK(std::abs(found - expected) <= tolerance * std::abs(expected));
}

}  // namespace

TEST_CASE("incomplete gamma functions agree with scipy 1.10.1 (gammainc, gammaincc)") {
  struct Row {
    double x, shape, scale, upper, lower;
  };
  const Row rows[] = {
      {1, 1, 1, 0.36787944117144245, 0.6321205588285577},
      {3.2, 2.5, 0.7, 0.10349995148362026, 0.8965000485163798},
      {0.001, 0.3, 2, 0.8860745854821012, 0.11392541451789881},
      {120, 80, 1, 4.3349001206013575e-05, 0.9999566509987939},
      {1040, 1000, 1, 0.10402691154310709, 0.8959730884568929},
      {50, 0.5, 1, 1.5239706048320995e-23, 1.0},
      {1.003e6, 1e6, 1, 0.0013617406462175913, 0.9986382593537825},
      {900, 1000, 1, 0.9994500977342882, 0.0005499022657117818},
  };
  for (const Row& row : rows) {
    check_relative(gamma_upper_tail(row.x, row.shape, row.scale), row.upper, 1e-11);
    CHECK(1 - regularised_gamma_upper(row.shape, row.x / row.scale) == doctest::Approx(row.lower).epsilon(1e-11));
    check_relative(regularised_gamma_upper(row.shape, row.x / row.scale), row.upper, 1e-11);
  }
}

TEST_CASE("a whole shape gives the tail of a Poisson count") {
  // Q(k, x) = P(Poisson(x) < k), summed directly.
  for (const int shape : {1, 2, 5, 11, 30})
    for (const double x : {0.1, 1.0, 4.5, 12.0, 40.0}) {
      double term = std::exp(-x), sum = 0;
      for (int k = 0; k < shape; ++k) {
        sum += term;
        term *= x / (k + 1);
      }
      check_relative(regularised_gamma_upper(shape, x), sum, 1e-12);
    }
}

TEST_CASE("tails of chi-squared and normal agree with scipy 1.10.1") {
  check_relative(chi2_upper_tail(3.841458820694124, 1), 0.04999999999999989, 1e-12);
  check_relative(chi2_upper_tail(10, 3), 0.01856613546304325, 1e-12);
  check_relative(chi2_upper_tail(0.5, 7), 0.9994464813904249, 1e-12);
  check_relative(chi2_upper_tail(200, 100), 1.1784500720979781e-08, 1e-11);
  check_relative(normal_upper_tail(1.959963984540054), 0.025, 1e-12);
  check_relative(normal_upper_tail(6), 9.865876450376946e-10, 1e-12);
  CHECK(normal_upper_tail(0) == 0.5);
}

TEST_CASE("a fair coin's lower tail agrees with scipy 1.10.1 (binom.cdf)") {
  check_relative(fair_binomial_lower_tail(2, 10), 0.0546875, 1e-13);
  check_relative(fair_binomial_lower_tail(5, 10), 0.623046875, 1e-13);
  check_relative(fair_binomial_lower_tail(40, 100), 0.02844396682049044, 1e-12);
  check_relative(fair_binomial_lower_tail(450, 1000), 0.0008652680424881512, 1e-11);
  check_relative(fair_binomial_lower_tail(0, 60), 8.673617379884035e-19, 1e-13);
  check_relative(fair_binomial_lower_tail(700, 1000), 1, 1e-13);
  CHECK(fair_binomial_lower_tail(-1, 5) == 0);
  CHECK(fair_binomial_lower_tail(5, 5) == 1);
}

TEST_CASE("ends of the range and bad arguments") {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(gamma_upper_tail(-3, 2, 1) == 1);
  CHECK(gamma_upper_tail(0, 2, 1) == 1);
  CHECK(gamma_upper_tail(infinity, 2, 1) == 0);
  CHECK(gamma_upper_tail(1e5, 2, 1) == 0);
  CHECK_THROWS_WITH_AS(gamma_upper_tail(1, 0, 1),
                       "gamma distribution: needs a positive finite shape and scale, and a number x", Error);
  CHECK_THROWS_AS(gamma_upper_tail(1, 1, -1), Error);
  CHECK_THROWS_AS(gamma_upper_tail(nan, 1, 1), Error);
  CHECK_THROWS_AS(regularised_gamma_upper(1, -1), Error);
  CHECK_THROWS_AS(chi2_upper_tail(1, 0), Error);
  CHECK_THROWS_AS(fair_binomial_lower_tail(0, -1), Error);
}
