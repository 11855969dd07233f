#include "couplet/text/unicode_words.h"

#include <algorithm>

#include "couplet/text/code_points.h"
#include "couplet/text/icu_words.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

using Words = std::vector<std::string_view>;

bool is_ascii_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

bool has_letter_or_digit(const CodePointTable& table, std::string_view word) {
  for (const char *p = word.data(), *end = p + word.size(); p < end; p += sequence_length(*p))
    if (table[code_point_at(p)] & CodePointTable::letter_or_digit) return true;
  return false;
}

bool has_complex(const CodePointTable& table, const char* begin, const char* end) {
  for (const char* p = begin; p < end; p += sequence_length(*p))
    if (CodePointTable::role(table[code_point_at(p)]) == BreakRole::complex) return true;
  return false;
}

/// Appends words from `begin` on; returns where it met the first complex character, or `end`.
const char* scan_simple(const CodePointTable& table, const char* begin, const char* end, Words& words) {
  const char* p = begin;
  while (p < end) {
    std::uint8_t entry = table[code_point_at(p)];
    if (!(entry & CodePointTable::joins)) {
      if (CodePointTable::role(entry) == BreakRole::complex) return p;
      p += sequence_length(*p);
      continue;
    }
    const char* word = p;
    std::uint8_t seen = 0;
    for (;;) {
      // Letters, digits and connectors never part (WB5, WB8 to WB10, WB13a, WB13b).
      std::uint8_t last = 0;
      do {
        last = entry;
        seen |= entry;
        p += sequence_length(*p);
        entry = p < end ? table[code_point_at(p)] : std::uint8_t{0};
      } while (entry & CodePointTable::joins);
      const BreakRole middle = CodePointTable::role(entry);
      if (middle == BreakRole::other) break;
      if (middle == BreakRole::complex) return p;
      const char* after = p + sequence_length(*p);
      if (after == end) break;
      const std::uint8_t next = table[code_point_at(after)];
      if (CodePointTable::role(next) == BreakRole::complex) return after;
      if (!bridges(CodePointTable::role(last), middle, CodePointTable::role(next))) break;
      p = after;
      entry = next;
    }
    if (seen & CodePointTable::letter_or_digit) words.emplace_back(word, static_cast<std::size_t>(p - word));
  }
  return end;
}

}  // namespace

UnicodeWords::UnicodeWords() : table_(&CodePointTable::get()), ascii_(*table_) {}
UnicodeWords::~UnicodeWords() = default;
UnicodeWords::UnicodeWords(UnicodeWords&&) noexcept = default;
UnicodeWords& UnicodeWords::operator=(UnicodeWords&&) noexcept = default;

void UnicodeWords::split(std::string_view text, Words& words) {
  const std::size_t already = words.size();
  const char* p = text.data();
  const char* const end = p + text.size();
  if (is_ascii(text)) {
    ascii_.split(text, words);
    return;
  }
  while (p < end) {
    const char* stop = scan_simple(*table_, p, end, words);
    if (stop == end) return;
    const char* begin = stop;
    while (begin > p && !is_ascii_space(*begin)) --begin;
    while (words.size() > already && words.back().data() >= begin) words.pop_back();
    // One call to ICU for as many complex white-space words as follow each other.
    const char* chunk_end = std::find_if(stop, end, is_ascii_space);
    while (chunk_end < end) {
      const char* next_end = std::find_if(chunk_end + 1, end, is_ascii_space);
      if (!has_complex(*table_, chunk_end, next_end)) break;
      chunk_end = next_end;
    }
    split_by_icu({begin, static_cast<std::size_t>(chunk_end - begin)}, words);
    p = chunk_end;
  }
}

void UnicodeWords::split_by_icu(std::string_view text, Words& words) {
  if (!icu_) icu_ = std::make_unique<IcuWords>();
  const auto first = static_cast<std::ptrdiff_t>(words.size());
  icu_->split(text, words);
  const auto empty = [this](std::string_view word) { return !has_letter_or_digit(*table_, word); };
  words.erase(std::remove_if(words.begin() + first, words.end(), empty), words.end());
}

}  // namespace couplet
