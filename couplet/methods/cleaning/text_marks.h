// What can be seen of one text without knowing its language.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace couplet {

/// Counts are of code points unless said otherwise.
struct TextMarks {
  std::int64_t points = 0, letters = 0, upper = 0, digits = 0, blanks = 0;
  std::int64_t markup = 0;        // in tags, entities, style sheets and templates
  std::int64_t addresses = 0;     // in URLs and mail addresses
  std::int64_t broken = 0;        // controls, replacement characters, question marks inside words
  std::int64_t mojibake = 0;      // that read as UTF-8 when taken for the bytes of Latin-1 or Windows-1252, and places
                                  // where the script changes inside a word, as when they are taken for other tables
  std::int64_t unbalanced = 0;    // brackets and quotes without their partner
  std::int64_t separators = 0;    // | > » • / between words, as in menus and lists
  std::int64_t longest_word = 0;  // letters without a blank, in scripts that have blanks
  bool starts_upper = false;
  char32_t stop = 0;                           // the last character, where it ends or breaks a sentence
  std::array<std::int32_t, 256> scripts = {};  // letters by script
  std::vector<std::uint64_t> numbers;          // values of runs of digits, ascending; "1,000" and "1 000" are 1000

  /// Letters, digits, marks: whether there is anything to read.
  bool empty() const { return letters + digits == 0; }
};

/// text: valid UTF-8. Linear.
TextMarks look_over(std::string_view text);

/// Lower case, letters and digits alone: texts that differ in nothing else have the same hash; 0 for texts without any.
/// any_number: every digit is 0.
std::uint64_t normalised_hash(std::string_view text, bool any_number = false);

}  // namespace couplet
