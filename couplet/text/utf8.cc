#include "couplet/text/utf8.h"

#include <fmt/format.h>
#include <simdjson.h>

#include "couplet/base/error.h"
#include "couplet/base/printable.h"

namespace couplet {

bool is_utf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

std::size_t first_bad_byte(std::string_view text) {
  std::size_t position = 0;
  while (position < text.size()) {
    const std::size_t length = utf8_length(text.substr(position));
    if (length == 0) return position;
    position += length;
  }
  return text.size();
}

void require_utf8(std::string_view text, const std::string& place) {
  if (is_utf8(text)) return;
  const std::size_t position = first_bad_byte(text);
  const auto byte = static_cast<unsigned char>(text[position]);
  throw Error(ErrorCode::data, place, fmt::format("invalid UTF-8 at byte {} (0x{:02X})", position + 1, byte),
              "convert it, e.g. with iconv -f latin1 -t utf8");
}

bool is_ascii(std::string_view text) {
  unsigned char all = 0;
  for (const char c : text) all = static_cast<unsigned char>(all | static_cast<unsigned char>(c));
  return all < 0x80;
}

}  // namespace couplet
