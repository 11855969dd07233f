// UTF-8: checking it, and walking through what was checked.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace couplet {

/// True when the text is well-formed UTF-8. Several GB a second.
bool is_utf8(std::string_view text);

/// Index of the first byte of the first ill-formed sequence, or text.size() when there is none.
std::size_t first_bad_byte(std::string_view text);

/// Throws Error(data, place, "invalid UTF-8 at byte 17 (0xE9)") when the text is not UTF-8; bytes are counted from 1.
void require_utf8(std::string_view text, const std::string& place);

/// True when every byte is below 0x80.
bool is_ascii(std::string_view text);

/// Bytes of the sequence that a lead byte of valid UTF-8 starts.
inline std::size_t sequence_length(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

/// The code point that starts at `bytes`, which must be valid UTF-8. Advance by sequence_length(*bytes).
inline char32_t code_point_at(const char* bytes) {
  const auto byte = [bytes](int i) { return static_cast<char32_t>(static_cast<unsigned char>(bytes[i])); };
  if (byte(0) < 0x80) return byte(0);
  if (byte(0) < 0xE0) return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
  if (byte(0) < 0xF0) return (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  return (byte(0) & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
}

}  // namespace couplet
