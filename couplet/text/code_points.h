// What kind of character a code point is, as one table look-up.
#pragma once

#include <cstdint>
#include <vector>

namespace couplet {

/// The roles of UAX 29 that a word can be cut by without ICU. Everything else (dictionary scripts, combining marks,
/// format characters, Hebrew, rare scripts) is `complex`: only ICU knows what to do.
enum class BreakRole : std::uint8_t { other, mid_letter, mid_number, mid_both, letter, digit, connector, complex };

/// Rules WB6, WB7, WB11 and WB12: a full stop or the like joins two letters, a comma or the like two digits.
bool bridges(BreakRole before, BreakRole middle, BreakRole after);

/// A byte for every code point.
class CodePointTable {
 public:
  static constexpr std::uint8_t word_character = 1;   // letter, mark, number or underscore
  static constexpr std::uint8_t white_space = 2;      // Unicode property White_Space
  static constexpr std::uint8_t letter_or_digit = 4;  // Unicode property Alphabetic, or a number
  static constexpr std::uint8_t joins = 8;            // role letter, digit or connector

  /// The one table, filled from ICU on first use (some milliseconds). Throws Error(internal) when ICU has no data.
  static const CodePointTable& get();

  std::uint8_t operator[](char32_t code_point) const { return table_[code_point]; }
  static BreakRole role(std::uint8_t entry) { return static_cast<BreakRole>(entry >> 4); }

 private:
  CodePointTable();
  void set_bit(const char* pattern, std::uint8_t bit);
  void set_role(char32_t code_point, BreakRole role);

  std::vector<std::uint8_t> table_;
};

}  // namespace couplet
