#include "couplet/text/utf8.h"

#include <fmt/format.h>
#include <simdjson.h>

#include "couplet/base/error.h"

namespace couplet {
namespace {

/// Length of the well-formed sequence at the start of `rest`, or 0 (Unicode 15, table 3-7).
std::size_t well_formed_length(std::string_view rest) {
  const auto byte = [rest](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = sequence_length(rest[0]);
  if (rest.size() < length) return 0;
  // The second byte has a narrower range after some leads: no overlong forms, no surrogates, nothing above U+10FFFF.
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  return length;
}

}  // namespace

bool is_utf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

std::size_t first_bad_byte(std::string_view text) {
  std::size_t position = 0;
  while (position < text.size()) {
    const std::size_t length = well_formed_length(text.substr(position));
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
