// The words of a text by UAX 29, fast where the text is simple.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "couplet/text/ascii_words.h"

namespace couplet {

class IcuWords;

/// Finds the same words as ICU. Text in Latin, Greek, Cyrillic and Armenian letters is cut by table, several times
/// faster, ASCII text fastest; ICU gets the rest: from the white space before the first other character to the end of
/// its white-space word, since no word and no rule of UAX 29 reaches over white space. Not thread-safe; movable.
class UnicodeWords {
 public:
  UnicodeWords();
  ~UnicodeWords();
  UnicodeWords(UnicodeWords&&) noexcept;
  UnicodeWords& operator=(UnicodeWords&&) noexcept;

  /// Appends the words of the text (valid UTF-8) that have a letter or digit.
  void split(std::string_view text, std::vector<std::string_view>& words);
  /// The same by ICU alone: slow, the oracle of split().
  void split_by_icu(std::string_view text, std::vector<std::string_view>& words);

 private:
  const CodePointTable* table_;
  AsciiWords ascii_;
  std::unique_ptr<IcuWords> icu_;  // made on first use: loading its rules takes time
};

}  // namespace couplet
