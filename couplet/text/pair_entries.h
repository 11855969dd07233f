// Pairs of words with a weight, packed into 64 bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "couplet/text/sorted_runs.h"

namespace couplet {

/// An entry is a row, a column and a weight, from high bits to low: entries sort as their positions do. As many bits as
/// the words leave are the weight's.
struct PairLayout {
  using Entry = std::uint64_t;
  using Position = std::uint64_t;

  /// More would leave the weight too few bits.
  static constexpr std::int64_t most_words = std::int64_t{1} << 26;

  int word_bits = 1;

  PairLayout() = default;
  /// words <= most_words.
  explicit PairLayout(std::int64_t words)
      : word_bits(words < 2 ? 1 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(words - 1)))) {}

  int weight_bits() const { return 64 - 2 * word_bits; }
  std::uint64_t most_weight() const { return (std::uint64_t{1} << weight_bits()) - 1; }
  std::uint64_t pack(std::uint64_t row, std::uint64_t column, std::uint64_t weight) const {
    return (row << word_bits | column) << weight_bits() | weight;
  }
  std::uint64_t position(std::uint64_t entry) const { return entry >> weight_bits(); }
  std::uint64_t weight(std::uint64_t entry) const { return entry & most_weight(); }
  std::size_t row(std::uint64_t entry) const { return static_cast<std::size_t>(entry >> (64 - word_bits)); }
  std::size_t column(std::uint64_t entry) const {
    return static_cast<std::size_t>(position(entry) & ((std::uint64_t{1} << word_bits) - 1));
  }

  /// Sorts entries by position and adds up those of equal position: one is left of each, or several where the sum does
  /// not fit in one. scratch as for radix_sort.
  void sort_and_combine(std::vector<std::uint64_t>& entries, std::vector<std::uint64_t>& scratch) const;
};

using PairRuns = SortedRuns<PairLayout>;

/// Appends a weight of any size; one that an entry cannot hold becomes several.
inline void append_entries(const PairLayout& layout, std::uint64_t row, std::uint64_t column, std::uint64_t weight,
                           std::vector<std::uint64_t>& entries) {
  for (; weight > layout.most_weight(); weight -= layout.most_weight())
    entries.push_back(layout.pack(row, column, layout.most_weight()));
  if (weight > 0) entries.push_back(layout.pack(row, column, weight));
}

/// work(row, column, sum of weights) for every position of sorted entries, in order.
template <class Work>
void for_positions(const PairLayout& layout, const std::vector<std::uint64_t>& entries, Work&& work) {
  for (std::size_t i = 0; i < entries.size();) {
    const std::uint64_t entry = entries[i];
    std::uint64_t sum = 0;
    do sum += layout.weight(entries[i++]);
    while (i < entries.size() && layout.position(entries[i]) == layout.position(entry));
    work(layout.row(entry), layout.column(entry), sum);
  }
}

}  // namespace couplet
