// Words by ICU's break iterator.
#pragma once

#include <unicode/utypes.h>

#include <memory>
#include <string_view>
#include <vector>

namespace couplet {

/// Throws Error(internal) when an ICU call failed.
void require_icu(UErrorCode status, const char* action);
/// Throws Error(data) when a text is too long for ICU, which counts bytes in 32 bits.
void require_icu_length(std::string_view text);

/// ICU's word break iterator of the root locale: UAX 29, with dictionaries for Chinese, Japanese, Thai, Lao, Khmer and
/// Burmese. About 30 MB a second; UnicodeWords is the fast way to the same tokens. Not thread-safe.
class IcuWords {
 public:
  IcuWords();
  ~IcuWords();
  IcuWords(const IcuWords&) = delete;
  IcuWords& operator=(const IcuWords&) = delete;

  /// Appends the pieces of the text (valid UTF-8) that ICU calls a word, a number, kana or ideographs.
  void split(std::string_view text, std::vector<std::string_view>& pieces);
  /// True when ICU sees no boundary inside the text.
  bool is_one_piece(std::string_view text);

 private:
  struct State;
  void set_text(std::string_view text);
  std::unique_ptr<State> state_;
};

}  // namespace couplet
