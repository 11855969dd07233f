#include "couplet/base/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace couplet {
namespace {

constexpr std::size_t most_quoted = 80;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The C0 and C1 controls and the line ends of Unicode, at the start of a well-formed sequence.
bool is_control(std::string_view sequence) {
  const auto byte = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return byte < 0x20 || byte == 0x7F;
  if (sequence.size() == 2) return byte == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0;
  return sequence == "\u2028" || sequence == "\u2029";
}

std::string without_controls(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(length, 1));
    if (length > 0 && !is_control(sequence))
      shown += sequence;
    else if (sequence == "\n" || sequence == "\t" || sequence == "\r")
      shown += sequence == "\n" ? "\\n" : sequence == "\t" ? "\\t" : "\\r";
    else
      for (const char c : sequence) shown += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    text.remove_prefix(sequence.size());
  }
  return shown;
}

/// An apostrophe within a word opens and closes nothing.
bool opens(std::string_view text, std::size_t at) {
  return (text[at] == '\'' || text[at] == '"') && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '(');
}
std::size_t closing(std::string_view text, std::size_t opening) {
  for (std::size_t at = opening + 1; at < text.size(); ++at)
    if (text[at] == text[opening] &&
        (at + 1 == text.size() || std::string_view(" ,;:.?)").find(text[at + 1]) != std::string_view::npos))
      return at;
  return std::string_view::npos;
}

}  // namespace

std::size_t utf8_length(std::string_view rest) {
  const auto byte = [rest](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (rest.size() < length) return 0;
  // The second byte has a narrower range after some leads (Unicode 15, table 3-7): no overlong forms, no surrogates,
  // nothing above U+10FFFF.
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i)
    if (!is_continuation(rest[i])) return 0;
  return length;
}

std::string shortened(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  constexpr std::string_view gap = "…";
  std::size_t head = (most - gap.size()) * 2 / 3, tail = text.size() - (most - gap.size() - head);
  while (is_continuation(text[head])) --head;
  while (tail < text.size() && is_continuation(text[tail])) ++tail;
  return text.replace(head, tail - head, gap);
}

std::string printable(std::string_view text) {
  const std::string shown = without_controls(text);
  std::string result, never_closed;
  for (std::size_t at = 0; at < shown.size(); ++at) {
    result += shown[at];
    if (!opens(shown, at) || never_closed.find(shown[at]) != std::string::npos) continue;
    const std::size_t end = closing(shown, at);
    if (end == std::string::npos) {
      never_closed += shown[at];
      continue;
    }
    result += shortened(shown.substr(at + 1, end - at - 1), most_quoted) + shown[end];
    at = end;
  }
  return result;
}

}  // namespace couplet
