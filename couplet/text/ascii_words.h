// The words of ASCII text by UAX 29, sixty-four characters at a time.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "couplet/text/code_points.h"

namespace couplet {

/// In ASCII text a character belongs to a word when it is a letter, digit or connector, or when it is one that joins
/// its two neighbours (see bridges()): nothing further away matters. So words are the runs of ones in a bit mask.
class AsciiWords {
 public:
  explicit AsciiWords(const CodePointTable& table);
  /// Appends the words of an ASCII text that have a letter or digit.
  void split(std::string_view text, std::vector<std::string_view>& words) const;

 private:
  /// A bit a character of the block that starts at `at`, set inside words.
  std::uint64_t mask_of(std::string_view text, std::size_t at) const;
  bool is_bridge(std::string_view text, std::size_t at) const;
  bool has_letter_or_digit(std::string_view word) const;

  std::array<std::uint8_t, 128> entries_;
  std::array<std::uint8_t, 256> kinds_;  // bit 0: joins; bit 1: may be a bridge
};

}  // namespace couplet
