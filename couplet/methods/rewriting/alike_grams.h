// k-grams with wildcards, hashed; and the search for those of a set that are alike, place by place.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/methods/rewriting/symbol_typing.h"

namespace couplet {

/// The hash of no words, and of one more, given by its pattern class. Good in all 64 bits.
inline constexpr std::uint64_t empty_gram = 0x9e3779b97f4a7c15;
inline constexpr std::int32_t wildcard = -1;

inline std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;  // the finaliser of splitmix64
  value = (value ^ value >> 27) * 0x94d049bb133111eb;
  return value ^ value >> 31;
}
inline std::uint64_t extended(std::uint64_t gram, std::int32_t pattern) {
  return mixed(gram + 0x9e3779b97f4a7c15 * static_cast<std::uint64_t>(pattern + 2));
}

/// The hash of a k-gram of pattern classes whose places in `wildcards` (a bit each) are wildcards.
std::uint64_t gram_hash(std::span<const std::int32_t> classes, std::uint32_t wildcards);

/// A set of k-grams with wildcards, kept as the hashes of their beginnings, so that a search ends where no member goes
/// on.
class GramSet {
 public:
  /// Appends the hashes of all beginnings of a k-gram, for the constructor.
  static void add_beginnings(std::span<const std::int32_t> classes, std::uint32_t wildcards,
                             std::vector<std::uint64_t>& out);

  /// The empty set, which stands for "any": alike() then gives every k-gram there could be. For equivalences, where
  /// that is one.
  GramSet() = default;
  /// From what add_beginnings gave; order and repetitions do not matter.
  explicit GramSet(std::vector<std::uint64_t> beginnings);

  /// Appends the hashes of the members that have the same wildcards and, in all other places, classes that are alike.
  /// Without repetitions.
  void alike(std::span<const std::int32_t> classes, std::uint32_t wildcards, const SymbolTyping& typing,
             std::vector<std::uint64_t>& out) const;

 private:
  bool contains(std::uint64_t beginning) const;
  void search(std::span<const std::int32_t> classes, std::uint32_t wildcards, std::size_t place,
              std::uint64_t beginning, const SymbolTyping& typing, std::vector<std::uint64_t>& out) const;

  std::vector<std::uint64_t> slots_;  // open addressing, 0 empty, at most half full
};

}  // namespace couplet
