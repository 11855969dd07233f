#include "couplet/text/character_kinds.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>

namespace couplet {
namespace {

constexpr UChar32 code_points = 0x110000;

CharacterKind kind_of(UChar32 c) {
  using enum CharacterKind;
  if (c == 0xFFFD) return broken;
  if (u_isUWhiteSpace(c)) return blank;
  if (u_hasBinaryProperty(c, UCHAR_S_TERM)) return stop;
  switch (u_charType(c)) {
    case U_LOWERCASE_LETTER:
      return lower;
    case U_UPPERCASE_LETTER:
    case U_TITLECASE_LETTER:
      return upper;
    case U_MODIFIER_LETTER:
    case U_OTHER_LETTER:
      return letter;
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_COMBINING_SPACING_MARK:
      return mark;
    case U_DECIMAL_DIGIT_NUMBER:
      return digit;
    case U_LETTER_NUMBER:
    case U_OTHER_NUMBER:
      return number;
    case U_START_PUNCTUATION:
      return opening;
    case U_END_PUNCTUATION:
      return closing;
    case U_INITIAL_PUNCTUATION:
    case U_FINAL_PUNCTUATION:
      return quote;
    case U_FORMAT_CHAR:
      return format;
    case U_CONTROL_CHAR:
    case U_UNASSIGNED:
    case U_PRIVATE_USE_CHAR:
    case U_SURROGATE:
      return broken;
    default:
      return c == '"' ? quote : other;
  }
}

std::uint8_t script_of(UChar32 c) {
  UErrorCode status = U_ZERO_ERROR;
  const int script = uscript_getScript(c, &status);
  if (U_FAILURE(status) || script <= USCRIPT_INHERITED || script == USCRIPT_UNKNOWN) return 0;
  return static_cast<std::uint8_t>(std::min(script, 255));
}

}  // namespace

CharacterKinds::CharacterKinds() : kinds_(code_points), scripts_(code_points) {
  for (UChar32 c = 0; c < code_points; ++c) {
    kinds_[c] = static_cast<std::uint8_t>(kind_of(c));
    scripts_[c] = script_of(c);
  }
}

const CharacterKinds& CharacterKinds::get() {
  static const CharacterKinds table;
  return table;
}

char32_t CharacterKinds::lower(char32_t code_point) {
  if (code_point < 0x80) return code_point >= 'A' && code_point <= 'Z' ? code_point + 32 : code_point;
  return static_cast<char32_t>(u_tolower(static_cast<UChar32>(code_point)));
}

char32_t CharacterKinds::upper(char32_t code_point) {
  return static_cast<char32_t>(u_toupper(static_cast<UChar32>(code_point)));
}

int CharacterKinds::digit_value(char32_t code_point) {
  return code_point < 0x80 ? static_cast<int>(code_point - '0') : u_charDigitValue(static_cast<UChar32>(code_point));
}

}  // namespace couplet
