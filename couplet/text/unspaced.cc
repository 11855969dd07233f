#include "couplet/text/unspaced.h"

#include <unicode/uscript.h>

#include "couplet/text/icu_words.h"
#include "couplet/text/utf8.h"

namespace couplet {

std::int64_t unspaced_letters(std::string_view text) {
  constexpr char32_t first_unspaced = 0x0E00;  // Thai
  std::int64_t letters = 0;
  for (std::size_t at = 0; at < text.size(); at += sequence_length(text[at])) {
    const char32_t letter = code_point_at(text.data() + at);
    if (letter < first_unspaced) continue;
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(static_cast<UChar32>(letter), &status);
    require_icu(status, "finding the script of a letter");
    letters += script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA ||
               script == USCRIPT_THAI || script == USCRIPT_LAO || script == USCRIPT_KHMER || script == USCRIPT_MYANMAR;
  }
  return letters;
}

}  // namespace couplet
