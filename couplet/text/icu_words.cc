#include "couplet/text/icu_words.h"

#include <fmt/format.h>
#include <unicode/brkiter.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include <cstdint>
#include <limits>

#include "couplet/base/error.h"

namespace couplet {

void require_icu(UErrorCode status, const char* action) {
  if (U_FAILURE(status))
    throw Error(ErrorCode::internal, "ICU", fmt::format("{} failed ({})", action, u_errorName(status)));
}

void require_icu_length(std::string_view text) {
  if (text.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw Error(ErrorCode::data, "", fmt::format("a text of {} bytes is too long to tokenise", text.size()),
                "split it into several texts");
}

struct IcuWords::State {
  std::unique_ptr<icu::BreakIterator> iterator;
  UText text = UTEXT_INITIALIZER;

  ~State() { utext_close(&text); }
};

IcuWords::IcuWords() : state_(std::make_unique<State>()) {
  UErrorCode status = U_ZERO_ERROR;
  state_->iterator.reset(icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
  require_icu(status, "loading the word break rules");
}

IcuWords::~IcuWords() = default;

void IcuWords::set_text(std::string_view text) {
  require_icu_length(text);
  UErrorCode status = U_ZERO_ERROR;
  utext_openUTF8(&state_->text, text.data(), static_cast<std::int64_t>(text.size()), &status);
  state_->iterator->setText(&state_->text, status);
  require_icu(status, "word segmentation");
}

void IcuWords::split(std::string_view text, std::vector<std::string_view>& pieces) {
  set_text(text);
  icu::BreakIterator& iterator = *state_->iterator;
  std::int32_t begin = iterator.first();
  for (std::int32_t end = iterator.next(); end != icu::BreakIterator::DONE; begin = end, end = iterator.next())
    if (iterator.getRuleStatus() >= UBRK_WORD_NONE_LIMIT)
      pieces.push_back(text.substr(begin, static_cast<std::size_t>(end - begin)));
}

bool IcuWords::is_one_piece(std::string_view text) {
  set_text(text);
  state_->iterator->first();
  return state_->iterator->next() == static_cast<std::int32_t>(text.size());
}

}  // namespace couplet
