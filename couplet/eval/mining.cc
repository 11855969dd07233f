#include "couplet/eval/mining.h"

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

bool right_pair(const MinedPair& pair, const GoldPairs& gold) {
  return std::binary_search(gold.begin(), gold.end(), std::pair(pair.left, pair.right));
}

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

double best_mining_threshold(std::span<const MinedPair> mined, const GoldPairs& gold) {
  double best = -1, threshold = 0, right = 0;
  for (std::size_t i = 0; i < mined.size(); ++i) {
    right += right_pair(mined[i], gold);
    if (i + 1 < mined.size() && mined[i + 1].score == mined[i].score) continue;
    const double f1 = 2 * right / (static_cast<double>(i + 1) + static_cast<double>(gold.size()));
    if (f1 <= best) continue;
    best = f1;
    threshold = i + 1 < mined.size() ? (mined[i].score + mined[i + 1].score) / 2 : mined[i].score;
  }
  return threshold;
}

std::vector<MetricReport> mining_report(std::span<const MinedPair> mined, const GoldPairs& gold, double threshold,
                                        Index left_texts, const BootstrapOptions& options, const Run& run) {
  if (gold.empty()) throw Error(ErrorCode::data, "gold pairs", "there are none", "give the rows that belong together");
  std::vector<double> right(left_texts, 0), taken = right, wanted = right;
  std::int64_t count = 0;
  for (const auto& [row, other] : gold) wanted[row] += 1;
  for (const MinedPair& pair : mined) {
    if (pair.score < threshold) continue;
    ++count;
    taken[pair.left] += 1;
    right[pair.left] += right_pair(pair, gold);
  }
  std::vector<double> twice = right, both = taken;
  for (std::size_t i = 0; i < both.size(); ++i) {
    twice[i] *= 2;
    both[i] += wanted[i];
  }
  std::vector<MetricReport> reports;
  const auto add = [&](const char* name, const std::vector<double>& numerators,
                       const std::vector<double>& denominators) {
    reports.push_back({name, bootstrap_ratio(numerators, denominators, options, run), count, std::ssize(gold)});
  };
  add("precision", right, taken);
  add("recall", right, wanted);
  add("f1", twice, both);
  return reports;
}

}  // namespace couplet
