#include "couplet/methods/cooccurrence/independence.h"

#include <limits>
#include <numeric>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/eval/special_functions.h"

namespace couplet {

namespace {

MatrixD centred_gram(MatrixD features) {
  features.rowwise() -= features.colwise().mean().eval();
  MatrixD gram(features.rows(), features.rows());
  gram.noalias() = features * features.transpose();
  return gram;
}

}  // namespace

double gamma_independence(const Moments& moments) {
  const double n = static_cast<double>(moments.count);
  if (n < 6) return std::numeric_limits<double>::quiet_NaN();
  const MatrixD xx = moments.cov_xx(), yy = moments.cov_yy();
  const double mean = xx.trace() * yy.trace() / n;
  const double variance =
      2 * xx.squaredNorm() * yy.squaredNorm() * (n - 4) * (n - 5) / (n * (n - 1) * (n - 2) * (n - 3));
  if (!(mean > 0) || !(variance > 0)) return std::numeric_limits<double>::quiet_NaN();
  return gamma_upper_tail(moments.hsic(), mean * mean / variance, variance / mean);
}

double permutation_independence(const PairSample& sample, std::int64_t permutations, const Run& run) {
  const MatrixD k = centred_gram(sample.left()), l = centred_gram(sample.right());
  const Index n = k.rows();
  const auto statistic = [&](const std::vector<std::int64_t>& order) {
    double value = 0;
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) value += k(i, j) * l(order[i], order[j]);
    return value;
  };
  std::vector<std::int64_t> in_order(n);
  std::iota(in_order.begin(), in_order.end(), 0);
  // A permutation that pairs equal texts gives the same value, but for the order of its terms.
  const double observed = statistic(in_order) * (1 - 1e-12);
  std::vector<char> as_large(permutations, 0);
  run.pool.for_blocks(permutations, 1, [&](std::int64_t begin, std::int64_t) {
    run.stop->check();
    as_large[begin] = statistic(Random(run.seed, static_cast<std::uint64_t>(begin)).permutation(n)) >= observed;
  });
  std::int64_t larger = 0;
  for (const char flag : as_large) larger += flag;
  return static_cast<double>(larger + 1) / static_cast<double>(permutations + 1);
}

}  // namespace couplet
