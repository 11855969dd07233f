// Small whole numbers, each in as many bits as the largest needs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace couplet {

/// A view: number i stands in bits [i b, (i + 1) b), the lowest first, of 64-bit words. b is 1 to 32.
class PackedIntegers {
 public:
  PackedIntegers() = default;
  PackedIntegers(std::span<const std::int64_t> words, int bits) : words_(words), bits_(bits) {}

  std::uint32_t operator[](std::int64_t i) const {
    const std::int64_t bit = i * bits_, at = bit >> 6;
    const int shift = static_cast<int>(bit & 63);
    std::uint64_t value = static_cast<std::uint64_t>(words_[at]) >> shift;
    if (shift + bits_ > 64) value |= static_cast<std::uint64_t>(words_[at + 1]) << (64 - shift);
    return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << bits_) - 1));
  }
  std::span<const std::int64_t> words() const { return words_; }

  /// 64-bit words that `count` numbers take.
  static std::int64_t words_for(std::int64_t count, int bits) { return (count * bits + 63) / 64; }

 private:
  std::span<const std::int64_t> words_;
  int bits_ = 1;
};

/// The words of PackedIntegers; value(i) is below 2^bits.
template <class Value>
std::vector<std::int64_t> pack_integers(std::int64_t count, int bits, Value&& value) {
  std::vector<std::int64_t> words(PackedIntegers::words_for(count, bits));
  const auto put = [&](std::int64_t at, std::uint64_t part) {
    words[at] = static_cast<std::int64_t>(static_cast<std::uint64_t>(words[at]) | part);
  };
  for (std::int64_t i = 0; i < count; ++i) {
    const auto number = static_cast<std::uint64_t>(value(i));
    const std::int64_t bit = i * bits, at = bit >> 6;
    const int shift = static_cast<int>(bit & 63);
    put(at, number << shift);
    if (shift + bits > 64) put(at + 1, number >> (64 - shift));
  }
  return words;
}

}  // namespace couplet
