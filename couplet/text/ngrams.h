// N-grams of characters and of words, as views into one buffer.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// The mark before and after each word of character n-grams: U+2581, as text hardly ever has it.
inline constexpr std::string_view word_mark = "\xE2\x96\x81";

/// Shortest and longest n-gram.
struct NgramRange {
  int shortest = 1, longest = 1;
};

/// Character n-grams of the white-space words of a text (valid UTF-8). "ab" with 2-3 gives _a _ab ab ab_ b_ (_ being
/// the mark): ordered by where they start, then by length. The mark alone is no n-gram; a marked word shorter than the
/// shortest n-gram is given once as it is. Not thread-safe.
class CharacterNgrams {
 public:
  /// Appends n-grams; the views stay valid until the next call.
  void append(std::string_view text, NgramRange range, std::vector<std::string_view>& ngrams);

 private:
  std::string marked_;               // the words with marks: _ab_cd_
  std::vector<std::size_t> starts_;  // of the code points of one marked word, and its end
  std::vector<std::string_view> words_;
};

/// Word n-grams: tokens joined by a blank, ordered by where they start, then by length. Not thread-safe.
class WordNgrams {
 public:
  /// Appends n-grams; the views stay valid until the next call.
  void append(std::span<const std::string_view> tokens, NgramRange range, std::vector<std::string_view>& ngrams);

 private:
  std::string joined_;
  std::vector<std::size_t> starts_;
};

}  // namespace couplet
