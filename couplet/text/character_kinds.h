// What a code point is to someone who looks a text over: a letter, a digit, a bracket, something broken; and its
// script.
#pragma once

#include <cstdint>
#include <vector>

namespace couplet {

enum class CharacterKind : std::uint8_t {
  lower,    // a letter in lower case
  upper,    // in upper or title case
  letter,   // of a script without cases
  mark,     // combining
  digit,    // decimal digits of any script
  number,   // other numbers
  blank,    // white space
  opening,  // brackets
  closing,
  quote,
  stop,    // ends a sentence
  other,   // punctuation and symbols
  format,  // invisible, but in use
  broken,  // controls, what is no character, private use, the replacement character
};

constexpr bool is_letter(CharacterKind kind) { return kind <= CharacterKind::letter; }

/// Both by one look-up; filled from ICU on first use (some ten milliseconds).
class CharacterKinds {
 public:
  static const CharacterKinds& get();
  CharacterKind kind(char32_t code_point) const { return static_cast<CharacterKind>(kinds_[code_point]); }
  /// ICU's number of the script, 0 for what all scripts share; those above 255 are 255.
  std::uint8_t script(char32_t code_point) const { return scripts_[code_point]; }
  /// Lower case of one code point.
  static char32_t lower(char32_t code_point);
  static char32_t upper(char32_t code_point);
  /// The value of a decimal digit.
  static int digit_value(char32_t code_point);

 private:
  CharacterKinds();
  std::vector<std::uint8_t> kinds_, scripts_;
};

}  // namespace couplet
