#include "couplet/text/ascii_words.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace couplet {
namespace {

constexpr std::size_t block = 64;

/// Bit 0 of each of eight bytes, gathered into one byte.
std::uint64_t low_bits(std::uint64_t bytes) { return ((bytes & 0x0101010101010101U) * 0x0102040810204080U) >> 56; }

}  // namespace

AsciiWords::AsciiWords(const CodePointTable& table) : entries_{}, kinds_{} {
  for (std::size_t c = 0; c < entries_.size(); ++c) {
    entries_[c] = table[static_cast<char32_t>(c)];
    const BreakRole role = CodePointTable::role(entries_[c]);
    const bool may_bridge =
        role == BreakRole::mid_letter || role == BreakRole::mid_number || role == BreakRole::mid_both;
    kinds_[c] = static_cast<std::uint8_t>((entries_[c] & CodePointTable::joins ? 1 : 0) | (may_bridge ? 2 : 0));
  }
}

void AsciiWords::split(std::string_view text, std::vector<std::string_view>& words) const {
  std::uint64_t before = 0;  // whether the character before the block was inside a word
  std::size_t begin = 0;     // of the word that is open
  const auto close = [&](std::size_t end) {
    const std::string_view word = text.substr(begin, end - begin);
    if (has_letter_or_digit(word)) words.push_back(word);
  };
  for (std::size_t at = 0; at < text.size(); at += block) {
    const std::uint64_t inside = mask_of(text, at);
    std::uint64_t changes = inside ^ (inside << 1 | before);  // a word begins or ends here, in turn
    bool open = before != 0;
    for (; changes != 0; changes &= changes - 1, open = !open) {
      const std::size_t position = at + static_cast<std::size_t>(std::countr_zero(changes));
      if (open)
        close(position);
      else
        begin = position;
    }
    before = inside >> (block - 1);
  }
  if (before != 0) close(text.size());
}

std::uint64_t AsciiWords::mask_of(std::string_view text, std::size_t at) const {
  char padded[block] = {};
  const char* characters = text.data() + at;
  if (text.size() - at < block) {
    std::memcpy(padded, characters, text.size() - at);
    characters = padded;
  }
  std::uint64_t inside = 0, middle = 0;
  for (std::size_t group = 0; group < block; group += 8) {
    std::uint64_t kinds = 0;
    for (std::size_t i = 0; i < 8; ++i)
      kinds |= std::uint64_t{kinds_[static_cast<unsigned char>(characters[group + i])]} << (8 * i);
    inside |= low_bits(kinds) << group;
    middle |= low_bits(kinds >> 1) << group;
  }
  // Bit 0 may bridge from the block before, bit 63 to the one behind: is_bridge looks at the text.
  for (std::uint64_t candidates = middle & (inside << 1 | 1); candidates != 0; candidates &= candidates - 1) {
    const int bit = std::countr_zero(candidates);
    if (is_bridge(text, at + static_cast<std::size_t>(bit))) inside |= std::uint64_t{1} << bit;
  }
  return inside;
}

bool AsciiWords::is_bridge(std::string_view text, std::size_t at) const {
  if (at == 0 || at + 1 >= text.size()) return false;
  const auto role = [&](std::size_t i) { return CodePointTable::role(entries_[static_cast<unsigned char>(text[i])]); };
  return bridges(role(at - 1), role(at), role(at + 1));
}

bool AsciiWords::has_letter_or_digit(std::string_view word) const {
  return std::any_of(word.begin(), word.end(), [this](char c) {
    return (entries_[static_cast<unsigned char>(c)] & CodePointTable::letter_or_digit) != 0;
  });
}

}  // namespace couplet
