#include "couplet/text/pair_table.h"

#include <cstddef>
#include <utility>

namespace couplet {

PairTable::PairTable(PairLayout layout, std::int64_t words, bool symmetric, double denominator)
    : layout_(layout),
      symmetric_(symmetric),
      denominator_(denominator),
      sizes_(static_cast<std::size_t>(words), 0),
      wanted_(static_cast<std::size_t>(words)) {}

void PairTable::keep_rows(std::int64_t first, std::int64_t last) {
  first_ = static_cast<std::size_t>(first);
  wanted_ = static_cast<std::size_t>(last - first);
}

void PairTable::add(const std::vector<std::uint64_t>& part, const MemoryBudget& memory) {
  entries_ += static_cast<std::int64_t>(part.size());
  for_positions(layout_, part, [&](std::size_t row, std::size_t column, std::uint64_t) {
    const auto count = [&](std::size_t wanted_row) {
      if (!wanted(wanted_row)) return;
      ++sizes_[wanted_row];
      ++cells_;
    };
    count(row);
    if (symmetric_ && row != column) count(column);
  });
  if (bytes_needed() <= memory.bytes())
    parts_.emplace_back(part.begin(), part.end());  // not moved: a part has more capacity than it needs
  else
    parts_.clear();
}

std::int64_t PairTable::bytes_needed() const {
  constexpr std::int64_t cell_bytes = sizeof(std::int32_t) + sizeof(double), entry_bytes = sizeof(std::uint64_t);
  return cells_ * cell_bytes + entries_ * entry_bytes;
}

void PairTable::finish(SparseCounts& counts, const Run& run) {
  run.memory.require(bytes_needed(), "the counts of word pairs");
  const Stage stage(*run.observer, "making the table", cells_, "cells");
  counts.offsets.assign(1, 0);
  for (const std::int64_t size : sizes_) counts.offsets.push_back(counts.offsets.back() + size);
  counts.columns.resize(cells_);
  counts.values.resize(cells_);
  std::vector<std::int64_t> next(counts.offsets.begin(), counts.offsets.end() - 1);
  const auto put = [&](std::size_t row, std::size_t column, double value) {
    if (!wanted(row)) return;
    const auto place = static_cast<std::size_t>(next[row]++);
    counts.columns[place] = static_cast<std::int32_t>(column);
    counts.values[place] = value;
  };
  // Positions come by row, then column. So in the symmetric table a row first gets its columns up to the diagonal, and
  // then, from the rows below, those beyond it: in order.
  for (std::vector<std::uint64_t>& part : parts_) {
    run.stop->check();
    for_positions(layout_, part, [&](std::size_t row, std::size_t column, std::uint64_t sum) {
      const double value = static_cast<double>(sum) / denominator_;
      if (symmetric_ && row == column) return put(row, column, 2 * value);
      put(row, column, value);
      if (symmetric_) put(column, row, value);
    });
    part = {};
  }
}

}  // namespace couplet
