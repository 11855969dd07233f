#include "couplet/text/normalise.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>

#include <cstdint>

#include "couplet/text/icu_words.h"

namespace couplet {
namespace {

icu::StringPiece piece_of(std::string_view text) {
  require_icu_length(text);
  return {text.data(), static_cast<std::int32_t>(text.size())};
}

}  // namespace

void to_nfkc(std::string_view text, std::string& out) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(status);
  require_icu(status, "loading normal form KC");
  const icu::StringPiece piece = piece_of(text);
  const bool already = nfkc->isNormalizedUTF8(piece, status);
  require_icu(status, "normalisation");
  out.clear();
  if (already) {
    out.assign(text);
    return;
  }
  icu::StringByteSink<std::string> sink(&out, piece.length());
  nfkc->normalizeUTF8(0, piece, sink, nullptr, status);
  require_icu(status, "normalisation");
}

void to_lower(std::string_view text, std::string& out) {
  const icu::StringPiece piece = piece_of(text);
  out.clear();
  icu::StringByteSink<std::string> sink(&out, piece.length());
  UErrorCode status = U_ZERO_ERROR;
  icu::CaseMap::utf8ToLower("", 0, piece, sink, nullptr, status);
  require_icu(status, "lower-casing");
}

void to_lower_ascii(std::string_view text, std::string& out) {
  out.resize(text.size());
  const char* from = text.data();
  char* to = out.data();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = from[i];
    to[i] = static_cast<char>(c + ((c >= 'A' && c <= 'Z') ? 'a' - 'A' : 0));
  }
}

}  // namespace couplet
