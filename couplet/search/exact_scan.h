// The one scan behind every exact search: all rows are compared with all questions, block by block, and the best kept.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "couplet/base/part_bytes.h"
#include "couplet/base/run.h"
#include "couplet/linalg/comparison.h"
#include "couplet/linalg/team_rows.h"
#include "couplet/search/stored_vectors.h"

namespace couplet {

/// The k best seen so far: a heap with the worst on top.
class BestOf {
 public:
  explicit BestOf(Index k) : k_(static_cast<std::size_t>(k)) {}
  bool full() const { return heap_.size() == k_; }
  double worst_score() const { return heap_.front().score; }
  void offer(const Neighbour& candidate) {
    if (!full()) {
      heap_.push_back(candidate);
      std::push_heap(heap_.begin(), heap_.end(), ranks_before);
    } else if (ranks_before(candidate, heap_.front())) {
      std::pop_heap(heap_.begin(), heap_.end(), ranks_before);
      heap_.back() = candidate;
      std::push_heap(heap_.begin(), heap_.end(), ranks_before);
    }
  }
  const std::vector<Neighbour>& items() const { return heap_; }
  std::vector<Neighbour> sorted() && {
    std::sort_heap(heap_.begin(), heap_.end(), ranks_before);
    return std::move(heap_);
  }

 private:
  std::size_t k_;
  std::vector<Neighbour> heap_;
};

/// How a scan is cut up.
struct ScanShape {
  Index questions;  // a task answers
  Index chunk;      // rows a task goes through: few questions still keep all threads busy
  Index rows;       // compared at a time: what stays in the cache
};

/// What best_rows does for the questions [first, first + questions).
template <class Rule>
std::vector<std::vector<Neighbour>> scan_rows(const Rule& rule, Index first, Index questions, Index rows, Index most,
                                              const ScanShape& shape, const Run& run) {
  std::vector<std::vector<Neighbour>> answers(questions);
  if (rows == 0) return answers;
  const Index blocks = (questions + shape.questions - 1) / shape.questions;
  const Index chunks = (rows + shape.chunk - 1) / shape.chunk;
  std::vector<std::vector<BestOf>> best(blocks * chunks);
  run.pool.for_blocks(blocks * chunks, 1, [&](Index task, Index) {
    run.stop->check();
    const Index question = task / chunks * shape.questions, count = std::min(shape.questions, questions - question);
    best[task].assign(count, BestOf(std::min(most, rows)));
    const Index end = std::min(task % chunks * shape.chunk + shape.chunk, rows);
    typename Rule::Tile tile;
    for (Index row = task % chunks * shape.chunk; row < end; row += shape.rows) {
      rule.compare(first + question, count, row, std::min(shape.rows, end - row), tile);
      for (Index q = 0; q < count; ++q) rule.take(tile, q, first + question + q, row, best[task][q]);
    }
  });
  for (Index q = 0; q < questions; ++q) {
    const auto of_chunk = [&](Index chunk) -> BestOf& {
      return best[q / shape.questions * chunks + chunk][q % shape.questions];
    };
    BestOf& all = of_chunk(0);
    for (Index chunk = 1; chunk < chunks; ++chunk)
      for (const Neighbour& candidate : of_chunk(chunk).items()) all.offer(candidate);
    answers[q] = std::move(all).sorted();
  }
  return answers;
}

/// At most `most` rows for each question, by falling score, equal scores by rising row. Tasks are (block of questions)
/// x (chunk of rows); the best of the chunks are then put together. A team shares the blocks of questions. The rule
/// compares:
///   Tile                                                   numbers of a block of questions with a block of rows
///   compare(question, questions, row, rows, tile)          makes them
///   take(tile, question in the tile, question, row, best)  offers the rows of the tile that may be among the best
template <class Rule>
std::vector<std::vector<Neighbour>> best_rows(const Rule& rule, Index questions, Index rows, Index most,
                                              const ScanShape& shape, const Run& run) {
  Team& team = *run.team;
  if (team.size() == 1) return scan_rows(rule, 0, questions, rows, most, shape, run);
  const auto begins = even_rows(questions, shape.questions, team);
  const Index first = begins[team.rank()], last = begins[team.rank() + 1];
  PartWriter mine;
  for (const auto& best : scan_rows(rule, first, last - first, rows, most, shape, run)) mine.put_list(best);
  std::vector<std::vector<Neighbour>> answers;
  for (const std::string& bytes : team.gather(mine.take()))
    for (PartReader reader(bytes); !reader.at_end();) answers.push_back(reader.get_list<Neighbour>());
  return answers;
}

/// The rule for scores of rows in double.
struct ComparedRows {
  using Tile = MatrixD;
  const MatrixD &questions, &rows;  // q x d, n x d
  Comparison comparison;
  const std::vector<bool>* known = nullptr;  // rows that are answers; null: all

  void compare(Index question, Index count, Index row, Index row_count, Tile& tile) const {
    tile.resize(count, row_count);
    compare_rows(questions.middleRows(question, count), rows.middleRows(row, row_count), comparison, tile);
  }
  void take(const Tile& tile, Index q, Index, Index row, BestOf& best) const {
    for (Index i = 0; i < tile.cols(); ++i)
      if (!known || (*known)[row + i]) best.offer({row + i, tile(q, i)});
  }
};

/// The largest float not above value.
inline float round_down(double value) {
  const float rounded = static_cast<float>(
      std::clamp<double>(value, std::numeric_limits<float>::lowest(), std::numeric_limits<float>::max()));
  return rounded <= value ? rounded : std::nextafter(rounded, -std::numeric_limits<float>::infinity());
}

/// How far a float inner product of n numbers may lie from the true one, whatever the order of adding, as a multiple of
/// the lengths of the two vectors: n u / (1 - n u).
inline double float_product_error(Index n) {
  const double nu = static_cast<double>(n) * std::numeric_limits<float>::epsilon() / 2;
  return nu / (1 - nu);
}

/// For rules that compare in float and score in double: offer(i) for those of `count` rows that may be among the best.
/// estimate(i) is at least the score less `slack`, whatever the rounding was; "not below" also lets through what
/// overflowed to NaN.
template <class Estimate, class Offer>
void take_promising(Index count, double slack, const Estimate& estimate, const Offer& offer, const BestOf& best) {
  constexpr Index stride = 16;
  const auto bar_now = [&] {
    return best.full() ? round_down(best.worst_score() - slack) : -std::numeric_limits<float>::infinity();
  };
  float bar = bar_now();
  for (Index begin = 0; begin < count; begin += stride) {
    const Index end = std::min(begin + stride, count);
    bool any = false;
    for (Index i = begin; i < end; ++i) any |= !(estimate(i) < bar);
    if (!any) continue;
    for (Index i = begin; i < end; ++i) {
      if (estimate(i) < bar) continue;
      offer(i);
      bar = bar_now();
    }
  }
}

}  // namespace couplet
