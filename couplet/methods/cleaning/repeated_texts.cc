#include "couplet/methods/cleaning/repeated_texts.h"

#include <algorithm>
#include <bit>

namespace couplet {

SeenBefore::SeenBefore(std::int64_t bits)
    : words_(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(bits, 1 << 16))) / 64, 0) {}

bool SeenBefore::add(std::uint64_t hash) {
  constexpr int probes = 7;
  const std::uint64_t mask = words_.size() * 64 - 1;
  const std::uint64_t step = (hash >> 32 | hash << 32) * 0x9E3779B97F4A7C15ULL | 1;
  bool seen = true;
  for (int k = 0; k < probes; ++k) {
    const std::uint64_t bit = (hash + static_cast<std::uint64_t>(k) * step) & mask;
    std::uint64_t& word = words_[bit / 64];
    const std::uint64_t flag = std::uint64_t{1} << bit % 64;
    seen = seen && (word & flag) != 0;
    word |= flag;
  }
  return seen;
}

void FrequentTexts::add(std::uint64_t hash) {
  ++counts_[hash];
  if (counts_.size() >= 4 * capacity) forget_rare();
}

void FrequentTexts::forget_rare() {
  auto all = frequent(0);
  const auto more = [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  };
  std::nth_element(all.begin(), all.begin() + capacity, all.end(), more);
  counts_.clear();
  for (std::size_t i = 0; i < capacity; ++i) counts_.insert(all[i]);
}

std::vector<std::pair<std::uint64_t, std::int64_t>> FrequentTexts::frequent(std::int64_t least) const {
  std::vector<std::pair<std::uint64_t, std::int64_t>> found;
  for (const auto& entry : counts_)
    if (entry.second >= least) found.push_back(entry);
  std::sort(found.begin(), found.end());
  return found;
}

TextCounts::TextCounts(std::vector<std::pair<std::uint64_t, std::int64_t>> counts) : entries_(std::move(counts)) {
  std::sort(entries_.begin(), entries_.end());
}

std::int64_t TextCounts::count(std::uint64_t hash) const {
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), std::pair(hash, std::int64_t{0}));
  return found != entries_.end() && found->first == hash ? found->second : 1;
}

}  // namespace couplet
