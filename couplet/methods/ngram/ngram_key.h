// An n-gram packed into 128 bits, its last word first: keys sort as the tries of this folder are built.
#pragma once

#include <bit>
#include <cstdint>

namespace couplet {

inline constexpr int highest_order = 6;

/// 128 bits in two parts, compared from the high part on.
struct NgramKey {
  std::uint64_t high = 0, low = 0;
  auto operator<=>(const NgramKey&) const = default;
};

/// How keys of one order and vocabulary are laid out: from high bits to low the last word, the word before it, ...; a
/// word is its number + 1, and 0 stands for "nothing", before the start of a sentence.
class NgramLayout {
 public:
  NgramLayout(int order, std::int64_t words)
      : order_(order), bits_(static_cast<int>(std::bit_width(static_cast<std::uint64_t>(words)))) {}

  bool fits() const { return order_ * bits_ <= 128; }
  /// The key of the n-gram that ends with `word` when `before` is that of the n-gram that ended one word earlier.
  NgramKey extended(const NgramKey& before, std::int32_t word) const {
    const Wide shifted = wide(before) >> bits_;
    return narrow(shifted | Wide(static_cast<std::uint64_t>(word) + 1) << ((order_ - 1) * bits_));
  }
  /// The word at a distance from the end (0: the last one); -1: nothing.
  std::int32_t word(const NgramKey& key, int distance) const {
    const Wide mask = (Wide(1) << bits_) - 1;
    return static_cast<std::int32_t>(
               static_cast<std::uint64_t>(wide(key) >> ((order_ - 1 - distance) * bits_) & mask)) -
           1;
  }
  /// Of an n-gram: without its last word.
  NgramKey without_last(const NgramKey& key) const {
    const int used = order_ * bits_;
    const Wide all = used == 128 ? ~Wide(0) : (Wide(1) << used) - 1;
    return narrow(wide(key) << bits_ & all);
  }
  /// Of an n-gram of `words` words: without its first word.
  NgramKey without_first(const NgramKey& key, int words) const {
    const Wide mask = (Wide(1) << bits_) - 1;
    return narrow(wide(key) & ~(mask << ((order_ - words) * bits_)));
  }

 private:
  __extension__ typedef unsigned __int128 Wide;
  static Wide wide(const NgramKey& key) { return Wide(key.high) << 64 | key.low; }
  static NgramKey narrow(Wide value) {
    return {static_cast<std::uint64_t>(value >> 64), static_cast<std::uint64_t>(value)};
  }

  int order_, bits_;
};

}  // namespace couplet
