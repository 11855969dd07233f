// Equal sentences, computed once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace couplet {

/// The sentences of a list without repetitions. Nets compute many sentences in one product, where the last bits of a
/// number depend on the place of its row: equal sentences that were computed apart would not have equal scores.
struct DistinctSentences {
  std::vector<std::size_t> first;  // where each different sentence stands first
  std::vector<std::size_t> which;  // by sentence: its place in `first`

  explicit DistinctSentences(std::span<const std::vector<std::int32_t>> all) {
    using Words = std::span<const std::int32_t>;
    const auto before = [](Words a, Words b) { return std::ranges::lexicographical_compare(a, b); };
    std::map<Words, std::size_t, decltype(before)> known(before);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto [at, fresh] = known.try_emplace(Words(all[i]), first.size());
      if (fresh) first.push_back(i);
      which.push_back(at->second);
    }
  }
};

}  // namespace couplet
