#include "couplet/methods/cooccurrence/independence.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/base/random.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

/// The pairs as a sample; keys in order, so that entry i is row i.
PairSample sample_of_rows(const RowPairs& rows) {
  PairSample sample(rows.left.rows());
  for (Index i = 0; i < rows.left.rows(); ++i)
    sample.offer({static_cast<std::uint64_t>(i), rows.left.row(i).transpose(), rows.right.row(i).transpose(), "", ""});
  return sample;
}

RowPairs independent_rows(Index count, std::uint64_t seed) {
  return {correlated_rows(count, 3, 3, seed).left, correlated_rows(count, 3, 3, seed + 1'000'000).right};
}

double gamma_p(RowPairs rows) { return gamma_independence(moments_of(std::move(rows))); }

/// 1/n^2 tr(K H L H) with the right side in another order.
double hsic_of(const RowPairs& rows, const std::vector<std::int64_t>& order) {
  const Index n = rows.left.rows();
  const MatrixD h = MatrixD::Identity(n, n) - MatrixD::Constant(n, n, 1.0 / static_cast<double>(n));
  const MatrixD right = rows.right(order, Eigen::all);
  return (rows.left * rows.left.transpose() * h * (right * right.transpose()) * h).trace() / static_cast<double>(n * n);
}

}  // namespace

TEST_CASE("both tests find dependence") {
  const RowPairs rows = correlated_rows(100, 3, 3, 31);
  CHECK(gamma_p(rows) < 1e-6);
  CHECK(permutation_independence(sample_of_rows(rows), 199, Run()) == 1.0 / 200);
}

TEST_CASE("under independence p is about uniform") {
  std::vector<double> gamma, permuted;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RowPairs rows = independent_rows(40, 5000 + seed);
    gamma.push_back(gamma_p(rows));
    if (seed < 100) permuted.push_back(permutation_independence(sample_of_rows(rows), 99, Run()));
  }
  for (const std::vector<double>& all : {gamma, permuted})
    for (const double level : {0.1, 0.25, 0.5, 0.75, 0.9}) {
      const double share =
          static_cast<double>(std::count_if(all.begin(), all.end(), [&](double p) { return p <= level; })) /
          static_cast<double>(all.size());
      // Four standard deviations of a share, and some room for the approximation.
      CHECK(std::abs(share - level) < 4 * std::sqrt(level * (1 - level) / static_cast<double>(all.size())) + 0.05);
    }
}

TEST_CASE("the permutation p is (b + 1) / (m + 1)") {
  // Only the right side is permuted, by the generator's own orders.
  const RowPairs rows = independent_rows(12, 77);
  Run run;
  run.seed = 5;
  std::vector<std::int64_t> order(12);
  std::iota(order.begin(), order.end(), 0);
  const double observed = hsic_of(rows, order);
  int as_large = 0;
  for (std::uint64_t round = 0; round < 50; ++round)
    as_large += hsic_of(rows, Random(5, round).permutation(12)) >= observed;
  CHECK(as_large > 0);
  CHECK(permutation_independence(sample_of_rows(rows), 50, run) ==
        doctest::Approx((as_large + 1) / 51.0).epsilon(1e-12));
}

TEST_CASE("a permutation that changes nothing counts as as large") {
  // Two pairs: both orders give the same HSIC, whatever the rounding.
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    CHECK(permutation_independence(sample_of_rows(correlated_rows(2, 3, 3, 600 + seed)), 20, Run()) == 1.0);
}

TEST_CASE("the gamma approximation is close to the permutations") {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const RowPairs rows = independent_rows(100, 900 + seed);
    CHECK(std::abs(gamma_p(rows) - permutation_independence(sample_of_rows(rows), 499, Run())) < 0.1);
  }
}

TEST_CASE("the result does not depend on the number of threads") {
  const PairSample sample = sample_of_rows(independent_rows(30, 3));
  Run one, three;
  one.pool = Pool(1);
  three.pool = Pool(3);
  CHECK(permutation_independence(sample, 200, one) == permutation_independence(sample, 200, three));
}

TEST_CASE("too few pairs, or a side that does not vary, have no gamma p") {
  CHECK(std::isnan(gamma_p(correlated_rows(5, 2, 2, 1))));
  RowPairs constant = correlated_rows(20, 2, 2, 1);
  constant.left.setZero();
  CHECK(std::isnan(gamma_p(constant)));
}

TEST_CASE("a stop reaches the permutations") {
  StopToken stop;
  stop.request();
  Run run;
  run.stop = &stop;
  CHECK_THROWS_AS(permutation_independence(sample_of_rows(independent_rows(10, 1)), 100, run), Error);
}
