#include "couplet/search/mining.h"

#include <algorithm>
#include <limits>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr Index block = 256;

struct Best {
  Index row = -1;
  double score = -std::numeric_limits<double>::infinity();
  void offer(Index other, double value) {
    if (value > score) {
      row = other;
      score = value;
    }
  }
};

}  // namespace

std::vector<MinedPair> mutual_nearest(const MatrixD& left, const MatrixD& right, const std::vector<bool>& left_known,
                                      const std::vector<bool>& right_known, const PairScoring& scoring,
                                      const Run& run) {
  const Index n = left.rows(), m = right.rows();
  if (left.cols() != right.cols() || std::ssize(left_known) != n || std::ssize(right_known) != m)
    throw Error(ErrorCode::internal, "mining", "the sides do not fit");
  const Divisors divisors = margin_divisors(left, right, left_known, right_known, scoring, run);
  std::vector<Best> of_left(n);
  std::vector<std::vector<Best>> of_right((n + block - 1) / block);
  run.pool.for_blocks(n, block, [&](Index begin, Index end) {
    run.stop->check();
    MatrixD scores(end - begin, m);
    compare_rows(left.middleRows(begin, end - begin), right, scoring.comparison, scores);
    auto& columns = of_right[begin / block];
    columns.resize(m);
    for (Index i = begin; i < end; ++i) {
      if (!left_known[i]) continue;
      for (Index j = 0; j < m; ++j) {
        if (!right_known[j]) continue;
        const double score = 2 * scores(i - begin, j) / (divisors.left[i] + divisors.right[j]);
        of_left[i].offer(j, score);
        columns[j].offer(i, score);
      }
    }
  });
  std::vector<Best> nearest_left(m);
  for (const auto& columns : of_right)
    for (std::size_t j = 0; j < columns.size(); ++j)
      if (columns[j].row >= 0) nearest_left[j].offer(columns[j].row, columns[j].score);
  std::vector<MinedPair> pairs;
  for (Index i = 0; i < n; ++i) {
    const Best& best = of_left[i];
    if (best.row >= 0 && nearest_left[best.row].row == i) pairs.push_back({i, best.row, best.score});
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const MinedPair& a, const MinedPair& b) { return a.score > b.score; });
  return pairs;
}

}  // namespace couplet
