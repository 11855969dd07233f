#include "couplet/methods/s2net/contests.h"

#include <algorithm>
#include <tuple>

#include "couplet/base/error.h"

namespace couplet {

template <class T>
Contests::Contests(const S2NetProblem<T>& problem, std::span<const Index> competitors) {
  std::vector<S2NetPair> pairs = problem.pairs;
  const auto key = [&](const S2NetPair& pair) {
    return std::tuple(problem.query_of(pair.left), pair.opposite, pair.right);
  };
  std::stable_sort(pairs.begin(), pairs.end(), [&](const S2NetPair& a, const S2NetPair& b) { return key(a) < key(b); });
  const auto strike = [&](Index right) {
    const auto at = std::lower_bound(competitors.begin(), competitors.end(), right);
    if (at != competitors.end() && *at == right) struck_.push_back(at - competitors.begin());
  };

  contests_.reserve(pairs.size());
  double total = 0;
  for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
    // One query and kind: all share one list of struck competitors.
    const Index struck_begin = std::ssize(struck_), query = problem.query_of(pairs[begin].left);
    for (; end < pairs.size() && problem.query_of(pairs[end].left) == query &&
           pairs[end].opposite == pairs[begin].opposite;
         ++end) {
      if (end == begin || pairs[end].right != pairs[end - 1].right) strike(pairs[end].right);
      if (problem.one_collection() && (end == begin || pairs[end].left != pairs[end - 1].left)) strike(pairs[end].left);
    }
    const auto first = struck_.begin() + struck_begin;
    std::sort(first, struck_.end());
    struck_.erase(std::unique(first, struck_.end()), struck_.end());
    const Index struck_end = std::ssize(struck_), comparisons = std::ssize(competitors) - (struck_end - struck_begin);
    if (comparisons == 0) continue;
    for (std::size_t i = begin; i < end; ++i) {
      if (pairs[i].weight == 0) continue;
      contests_.push_back({pairs[i].left, pairs[i].right, pairs[i].opposite ? -1.0 : 1.0,
                           pairs[i].weight / static_cast<double>(comparisons), struck_begin, struck_end});
      total += pairs[i].weight;
    }
  }
  if (!problem.queries.empty())
    std::stable_sort(contests_.begin(), contests_.end(),
                     [](const Contest& a, const Contest& b) { return a.left < b.left; });
  if (contests_.empty() && !pairs.empty())
    throw Error(ErrorCode::data, "s2net", "no pair has another text to be compared with", "give more pairs");
  for (Contest& contest : contests_) contest.share /= total;

  offsets_.assign(static_cast<std::size_t>(problem.left->rows()) + 1, 0);
  for (const Contest& contest : contests_) ++offsets_[static_cast<std::size_t>(contest.left) + 1];
  for (std::size_t row = 1; row < offsets_.size(); ++row) offsets_[row] += offsets_[row - 1];
}

std::span<const Index> Contests::struck(const Contest& contest, Index begin, Index end) const {
  const auto first = struck_.begin() + contest.struck_begin, last = struck_.begin() + contest.struck_end;
  const auto from = std::lower_bound(first, last, begin);
  return {from, std::lower_bound(from, last, end)};
}

template Contests::Contests(const S2NetProblem<float>&, std::span<const Index>);
template Contests::Contests(const S2NetProblem<double>&, std::span<const Index>);

}  // namespace couplet
