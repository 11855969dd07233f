// From sorted entries to a table in compressed rows.
#pragma once

#include <cstdint>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/text/pair_entries.h"
#include "couplet/text/window_counts.h"

namespace couplet {

/// Takes the parts of PairRuns::merge in their order.
class PairTable {
 public:
  /// symmetric: the entries have row >= column, and stand for both halves. Values are weights / denominator.
  PairTable(PairLayout layout, std::int64_t words, bool symmetric, double denominator);
  /// Only the rows [first, last) are wanted; before the first part.
  void keep_rows(std::int64_t first, std::int64_t last);

  /// Once the table needs more memory than the budget has, only its size is counted.
  void add(const std::vector<std::uint64_t>& part, const MemoryBudget& memory);
  /// Fills offsets, columns and values. Frees the parts. Throws Error(io) when the budget is too small, with what is
  /// needed.
  void finish(SparseCounts& counts, const Run& run);

 private:
  std::int64_t bytes_needed() const;
  bool wanted(std::size_t row) const { return row - first_ < wanted_; }

  PairLayout layout_;
  bool symmetric_;
  double denominator_;
  std::vector<std::vector<std::uint64_t>> parts_;
  std::vector<std::int64_t> sizes_;  // non-zero cells of a row
  std::size_t first_ = 0, wanted_;   // rows
  std::int64_t entries_ = 0, cells_ = 0;
};

}  // namespace couplet
