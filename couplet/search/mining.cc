#include "couplet/search/mining.h"

#include <algorithm>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/base/part_bytes.h"
#include "couplet/linalg/team_rows.h"

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

/// Every process has the left texts of its share, and the nearest among them for each right one; afterwards all have
/// all.
void join_shares(std::vector<Best>& of_left, std::vector<Best>& nearest_left, Team& team) {
  if (team.size() == 1) return;
  PartWriter mine;
  mine.put_list(of_left);
  mine.put_list(nearest_left);
  of_left.clear();
  std::fill(nearest_left.begin(), nearest_left.end(), Best());
  for (const std::string& bytes : team.gather(mine.take())) {
    PartReader reader(bytes);
    const auto left = reader.get_list<Best>(), nearest = reader.get_list<Best>();
    of_left.insert(of_left.end(), left.begin(), left.end());
    for (std::size_t j = 0; j < nearest.size(); ++j)
      if (nearest[j].row >= 0) nearest_left[j].offer(nearest[j].row, nearest[j].score);
  }
}

}  // namespace

std::vector<MinedPair> mutual_nearest(const MatrixD& left, const MatrixD& right, const std::vector<bool>& left_known,
                                      const std::vector<bool>& right_known, const PairScoring& scoring,
                                      const Run& run) {
  const Index n = left.rows(), m = right.rows();
  if (left.cols() != right.cols() || std::ssize(left_known) != n || std::ssize(right_known) != m)
    throw Error(ErrorCode::internal, "mining", "the sides do not fit");
  const Divisors divisors = margin_divisors(left, right, left_known, right_known, scoring, run);
  // A team shares the blocks of left texts.
  const auto begins = even_rows(n, block, *run.team);
  const Index first = begins[run.team->rank()], own = begins[run.team->rank() + 1] - first;
  std::vector<Best> of_left(own);
  std::vector<std::vector<Best>> of_right((own + block - 1) / block);
  run.pool.for_blocks(own, block, [&](Index own_begin, Index own_end) {
    run.stop->check();
    const Index begin = first + own_begin, end = first + own_end;
    MatrixD scores(end - begin, m);
    compare_rows(left.middleRows(begin, end - begin), right, scoring.comparison, scores);
    auto& columns = of_right[own_begin / block];
    columns.resize(m);
    for (Index i = begin; i < end; ++i) {
      if (!left_known[i]) continue;
      for (Index j = 0; j < m; ++j) {
        if (!right_known[j]) continue;
        const double score = 2 * scores(i - begin, j) / (divisors.left[i] + divisors.right[j]);
        of_left[i - first].offer(j, score);
        columns[j].offer(i, score);
      }
    }
  });
  std::vector<Best> nearest_left(m);
  for (const auto& columns : of_right)
    for (std::size_t j = 0; j < columns.size(); ++j)
      if (columns[j].row >= 0) nearest_left[j].offer(columns[j].row, columns[j].score);
  join_shares(of_left, nearest_left, *run.team);
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
