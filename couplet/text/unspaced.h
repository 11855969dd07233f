// Scripts that put no blanks between words.
#pragma once

#include <cstdint>
#include <string_view>

namespace couplet {

/// Letters of a text (valid UTF-8) in Han, Hiragana, Katakana, Thai, Lao, Khmer or Burmese, whose words only a
/// dictionary finds.
std::int64_t unspaced_letters(std::string_view text);

}  // namespace couplet
