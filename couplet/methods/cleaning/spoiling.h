// Pairs spoilt on purpose, in known ways: what a cleaner learns to tell from the pairs of a corpus.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "couplet/base/random.h"

namespace couplet {

struct SpoiltPair {
  std::string left, right;
  std::int64_t left_partners = 1, right_partners = 1;  // that the texts would have in the corpus
};

/// The texts to spoil, and where to take others from.
struct SpoilingSource {
  std::span<const std::string> left, right;
};

/// The names of all ways: "shuffled", "cut", "html", ...
std::span<const char* const> spoiling_names();
inline constexpr std::size_t shuffled_way = 0;

/// Pair `i` spoilt in way `way`; nothing when that way changes nothing about it.
std::optional<SpoiltPair> spoil(std::size_t way, const SpoilingSource& source, std::size_t i, Random& random);

}  // namespace couplet
