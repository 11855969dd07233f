#include "couplet/text/romanise.h"

#include <unicode/translit.h>

#include "couplet/text/icu_words.h"

namespace couplet {

struct Romaniser::State {
  std::unique_ptr<icu::Transliterator> transliterator;
};

Romaniser::Romaniser() : state_(std::make_unique<State>()) {
  UErrorCode status = U_ZERO_ERROR;
  state_->transliterator.reset(
      icu::Transliterator::createInstance("Any-Latin; Latin-ASCII; Lower", UTRANS_FORWARD, status));
  require_icu(status, "loading the rules of romanisation");
}

Romaniser::~Romaniser() = default;
Romaniser::Romaniser(Romaniser&&) noexcept = default;

std::string Romaniser::operator()(std::string_view text) const {
  require_icu_length(text);
  icu::UnicodeString units =
      icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
  state_->transliterator->transliterate(units);
  std::string romanised;
  units.toUTF8String(romanised);
  return romanised;
}

}  // namespace couplet
