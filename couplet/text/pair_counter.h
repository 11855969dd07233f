// Counting the pairs of words that stand close together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "couplet/text/pair_entries.h"

namespace couplet {

/// Which positions a pair (a before b) counts for.
enum class PairOrder {
  unordered,   // row: the word with the larger number, column: the other
  row_first,   // row: a, column: b
  row_second,  // row: b, column: a
};

/// What one thread counts: pairs of frequent words (small numbers) in a table, the others in a list that becomes a run
/// of PairRuns when it is full.
class PairCounter {
 public:
  /// In place of a word: the document ends here; a word of no interest that takes up room.
  static constexpr std::int32_t document_end = -1, gap = -2;

  struct Plan {
    PairOrder order = PairOrder::unordered;
    std::vector<std::uint32_t> weights;  // of distance 1, 2, ...; none above the layout's most_weight
    std::size_t frequent = 0;            // words with a place in the table
    std::size_t list_entries = 0;        // at least as many as there are weights
  };
  /// Cells of four bytes that a table of so many frequent words has, and the other way round.
  static std::size_t table_cells(PairOrder order, std::size_t frequent);
  static std::size_t frequent_in(PairOrder order, std::size_t cells);

  /// Keeps references to both.
  PairCounter(const Plan& plan, PairRuns& runs);

  /// Counts the pairs whose second word is at `first` or after it. words: numbers below the layout's, document_end and
  /// gap.
  void count(std::span<const std::int32_t> words, std::size_t first);
  /// Hands over all that is still here and frees the memory.
  void finish();

 private:
  template <PairOrder order>
  void count_ordered(std::span<const std::int32_t> words, std::size_t first);
  void flush_list();
  /// What was in a cell of the table before it overflowed, as a run of its own.
  void hand_over(std::size_t row, std::size_t column, std::uint32_t weight);

  const Plan& plan_;
  PairRuns& runs_;
  std::vector<std::uint32_t> table_;
  std::vector<std::uint64_t> list_, scratch_;
  std::size_t listed_ = 0;  // entries of list_ in use
};

}  // namespace couplet
