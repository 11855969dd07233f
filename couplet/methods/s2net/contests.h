// Which texts each pair is compared with.
#pragma once

#include <span>
#include <vector>

#include "couplet/methods/s2net/problem.h"

namespace couplet {

/// One pair against its competitors.
struct Contest {
  Index left = 0, right = 0;
  double sign = 1;                         // -1: the pair is to be the least similar, not the most
  double share = 0;                        // weight of one of its comparisons; over all comparisons they add up to 1
  Index struck_begin = 0, struck_end = 0;  // competitors that do not count, as a range of struck()
};

/// The pairs of a problem in order of their left text, and for each the competitors that are none. Competitor c is the
/// right text competitors[c].
///
/// A pair is compared with every competitor but its own right text, the other partners of its query of the same kind
/// (a word's second synonym is no negative of its first) and, within one collection, the query's texts themselves. Each
/// pair's comparisons together weigh what the pair weighs. A pair left without any does not count.
class Contests {
 public:
  /// competitors: right rows, ascending, none twice. Throws Error(data) when there are pairs and no pair has a
  /// comparison.
  template <class T>
  Contests(const S2NetProblem<T>& problem, std::span<const Index> competitors);

  bool empty() const { return contests_.empty(); }
  /// Contests whose left text is in [begin, end).
  std::span<const Contest> of_rows(Index begin, Index end) const {
    return std::span(contests_).subspan(first(begin), first(end) - first(begin));
  }
  const std::vector<Contest>& all() const { return contests_; }
  /// Number of the first contest of a left text; row = n_left: the number of contests.
  std::size_t first(Index row) const { return offsets_[row]; }
  /// Struck competitors of a contest among [begin, end), ascending.
  std::span<const Index> struck(const Contest& contest, Index begin, Index end) const;

 private:
  std::vector<Contest> contests_;
  std::vector<std::size_t> offsets_;
  std::vector<Index> struck_;
};

}  // namespace couplet
