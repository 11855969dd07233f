// Texts that come again and again, and pairs seen before, in bounded memory.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace couplet {

/// Remembers hashes. One that was never added is taken for one that was with a small chance: below 1e-4 up to a
/// sixteenth of the bits (Bloom 1970).
class SeenBefore {
 public:
  /// bits: rounded up to a power of two, 2^16 at least.
  explicit SeenBefore(std::int64_t bits);
  /// True when it was added before; adds it.
  bool add(std::uint64_t hash);

 private:
  std::vector<std::uint64_t> words_;
};

/// Hashes of a pair, one of which at least is very likely that of another pair whose two sides share nine tenths of
/// their pairs of neighbouring words (of four characters where words are not set apart), or all but numbers (MinHash,
/// Broder 1997). Pairs of short texts have the last one only.
std::vector<std::uint64_t> near_hashes(std::string_view left, std::string_view right);

/// Counts hashes, surely those of more than a 65,536th of all: the rarest are forgotten when there are too many.
class FrequentTexts {
 public:
  static constexpr std::size_t capacity = 65536;
  void add(std::uint64_t hash);
  /// Those of at least `least`, by hash.
  std::vector<std::pair<std::uint64_t, std::int64_t>> frequent(std::int64_t least) const;

 private:
  void forget_rare();
  std::unordered_map<std::uint64_t, std::int64_t> counts_;
};

/// What was counted, to look up.
class TextCounts {
 public:
  TextCounts() = default;
  explicit TextCounts(std::vector<std::pair<std::uint64_t, std::int64_t>> counts);
  /// 1 for what is not among them.
  std::int64_t count(std::uint64_t hash) const;
  const std::vector<std::pair<std::uint64_t, std::int64_t>>& entries() const { return entries_; }

 private:
  std::vector<std::pair<std::uint64_t, std::int64_t>> entries_;  // ascending
};

}  // namespace couplet
