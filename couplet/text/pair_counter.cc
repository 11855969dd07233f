#include "couplet/text/pair_counter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace couplet {
namespace {

template <PairOrder order>
std::size_t row_start(std::size_t row, std::size_t frequent) {
  return order == PairOrder::unordered ? row * (row + 1) / 2 : row * frequent;
}

}  // namespace

std::size_t PairCounter::table_cells(PairOrder order, std::size_t frequent) {
  return order == PairOrder::unordered ? frequent * (frequent + 1) / 2 : frequent * frequent;
}

std::size_t PairCounter::frequent_in(PairOrder order, std::size_t cells) {
  const double wanted = static_cast<double>(cells);
  auto frequent = static_cast<std::size_t>(std::sqrt(order == PairOrder::unordered ? 2 * wanted : wanted));
  while (frequent > 0 && table_cells(order, frequent) > cells) --frequent;
  return frequent;
}

PairCounter::PairCounter(const Plan& plan, PairRuns& runs)
    : plan_(plan), runs_(runs), table_(std::max<std::size_t>(table_cells(plan.order, plan.frequent), 1)) {
  list_.resize(std::max(plan.list_entries, plan.weights.size()));
}

void PairCounter::count(std::span<const std::int32_t> words, std::size_t first) {
  switch (plan_.order) {
    case PairOrder::unordered:
      return count_ordered<PairOrder::unordered>(words, first);
    case PairOrder::row_first:
      return count_ordered<PairOrder::row_first>(words, first);
    case PairOrder::row_second:
      return count_ordered<PairOrder::row_second>(words, first);
  }
}

template <PairOrder order>
void PairCounter::count_ordered(std::span<const std::int32_t> words, std::size_t first) {
  const PairLayout layout = runs_.rule();
  const std::uint32_t* const weights = plan_.weights.data();
  const std::size_t window = plan_.weights.size(), frequent = plan_.frequent;
  std::uint32_t* const table = table_.data();
  for (std::size_t i = first; i < words.size(); ++i) {
    const std::int32_t second = words[i];
    if (second < 0) continue;
    if (listed_ + window > list_.size()) flush_list();
    std::uint64_t* const list = list_.data();
    std::size_t listed = listed_;
    const std::size_t reach = std::min(window, i);
    for (std::size_t distance = 1; distance <= reach; ++distance) {
      const std::int32_t before = words[i - distance];
      if (before == document_end) break;
      if (before == gap) continue;
      auto row = static_cast<std::size_t>(before), column = static_cast<std::size_t>(second);
      if (order == PairOrder::row_second || (order == PairOrder::unordered && row < column)) std::swap(row, column);
      const std::uint32_t weight = weights[distance - 1];
      // No branch on what no predictor can guess: the entry is always written and the table always added to, but one of
      // the two has no effect.
      const bool in_table = (order == PairOrder::unordered ? row : std::max(row, column)) < frequent;
      list[listed] = layout.pack(row, column, weight);
      listed += in_table ? 0 : 1;
      std::uint32_t& cell = table[in_table ? row_start<order>(row, frequent) + column : 0];
      const std::uint32_t added = in_table ? weight : 0;
      cell += added;
      if (cell < added) [[unlikely]] {
        hand_over(row, column, cell - added);
        cell = added;
      }
    }
    listed_ = listed;
  }
}

void PairCounter::flush_list() {
  list_.resize(listed_);
  runs_.rule().sort_and_combine(list_, scratch_);
  runs_.add(std::vector<std::uint64_t>(list_.begin(), list_.end()));
  list_.resize(std::max(plan_.list_entries, plan_.weights.size()));
  listed_ = 0;
}

void PairCounter::hand_over(std::size_t row, std::size_t column, std::uint32_t weight) {
  std::vector<std::uint64_t> entries;
  append_entries(runs_.rule(), row, column, weight, entries);
  runs_.add(std::move(entries));
}

void PairCounter::finish() {
  if (listed_ > 0) flush_list();
  list_ = {};
  scratch_ = {};
  std::vector<std::uint64_t> entries;
  entries.reserve(table_.size() - static_cast<std::size_t>(std::count(table_.begin(), table_.end(), 0U)));
  std::size_t cell = 0;
  for (std::size_t row = 0; row < plan_.frequent; ++row) {
    const std::size_t columns = plan_.order == PairOrder::unordered ? row + 1 : plan_.frequent;
    for (std::size_t column = 0; column < columns; ++column)
      append_entries(runs_.rule(), row, column, table_[cell++], entries);
  }
  table_ = {};
  runs_.add(std::move(entries));
}

}  // namespace couplet
