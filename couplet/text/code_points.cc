#include "couplet/text/code_points.h"

#include <unicode/uchar.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>

#include <string_view>

#include "couplet/text/icu_words.h"

namespace couplet {
namespace {

constexpr char32_t code_point_count = 0x110000;

/// The role of an ASCII character as ICU's word rules treat it. They are asked, not copied, since ICU changes them:
/// version 72 takes '@' for a letter and no longer joins "a:b".
BreakRole ascii_role(IcuWords& words, char character) {
  const auto joined = [&](std::string_view before, std::string_view after) {
    return words.is_one_piece(std::string(before) + character + std::string(after));
  };
  if (joined("a", "") && joined("", "a") && joined("", "_")) {
    if (joined("", ".a")) return BreakRole::letter;
    return joined("", ".1") ? BreakRole::digit : BreakRole::connector;
  }
  const bool letters = joined("a", "a"), digits = joined("1", "1");
  if (letters && digits) return BreakRole::mid_both;
  return letters ? BreakRole::mid_letter : digits ? BreakRole::mid_number : BreakRole::other;
}

/// Alphabets whose words need no dictionary and no look at more than the neighbours, and general punctuation.
bool may_be_simple(char32_t c) {
  return c < 0x0590                       // Latin, Greek, Cyrillic, Armenian
         || (c >= 0x1C80 && c < 0x1CC0)   // Cyrillic and Georgian extended
         || (c >= 0x1D00 && c < 0x2070);  // phonetic, Latin additional, Greek extended, punctuation
}

BreakRole property_role(char32_t c) {
  if (!may_be_simple(c)) return BreakRole::complex;
  switch (u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_WORD_BREAK)) {
    case U_WB_ALETTER:
      return BreakRole::letter;
    case U_WB_NUMERIC:
      return BreakRole::digit;
    case U_WB_EXTENDNUMLET:
      return BreakRole::connector;
    case U_WB_MIDLETTER:
      return BreakRole::mid_letter;
    case U_WB_MIDNUM:
      return BreakRole::mid_number;
    case U_WB_MIDNUMLET:
      return BreakRole::mid_both;
    case U_WB_OTHER:
    case U_WB_WSEGSPACE:
    case U_WB_NEWLINE:
      return BreakRole::other;
    default:
      return BreakRole::complex;
  }
}

}  // namespace

bool bridges(BreakRole before, BreakRole middle, BreakRole after) {
  if (before == BreakRole::letter && after == BreakRole::letter)
    return middle == BreakRole::mid_letter || middle == BreakRole::mid_both;
  if (before == BreakRole::digit && after == BreakRole::digit)
    return middle == BreakRole::mid_number || middle == BreakRole::mid_both;
  return false;
}

const CodePointTable& CodePointTable::get() {
  static const CodePointTable table;
  return table;
}

CodePointTable::CodePointTable() : table_(code_point_count, 0) {
  set_bit("[[:L:][:M:][:N:]_]", word_character);
  set_bit("[:White_Space:]", white_space);
  set_bit("[[:Alphabetic:][:N:]]", letter_or_digit);
  IcuWords words;
  for (char32_t c = 0; c < 0x80; ++c) set_role(c, ascii_role(words, static_cast<char>(c)));
  for (char32_t c = 0x80; c < code_point_count; ++c) set_role(c, property_role(c));
}

void CodePointTable::set_bit(const char* pattern, std::uint8_t bit) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeSet set(icu::UnicodeString::fromUTF8(pattern), status);
  require_icu(status, "reading character properties");
  for (std::int32_t range = 0; range < set.getRangeCount(); ++range)
    for (UChar32 c = set.getRangeStart(range); c <= set.getRangeEnd(range); ++c) table_[c] |= bit;
}

void CodePointTable::set_role(char32_t code_point, BreakRole role) {
  const bool joining = role == BreakRole::letter || role == BreakRole::digit || role == BreakRole::connector;
  table_[code_point] |= static_cast<std::uint8_t>(static_cast<unsigned>(role) << 4 | (joining ? joins : 0));
}

}  // namespace couplet
