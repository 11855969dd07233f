#include "couplet/methods/cleaning/text_marks.h"

#include <algorithm>
#include <string>

#include "couplet/base/hash.h"
#include "couplet/text/character_kinds.h"
#include "couplet/text/unspaced.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

/// Windows-1252 beyond Latin-1, by byte from 0x80; 0: the byte itself.
constexpr std::array<char16_t, 32> windows = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                              0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                              0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                              0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

/// The byte that a character was when bytes were taken for Windows-1252; -1: none above 0x7F.
int byte_of(char32_t c) {
  if (c >= 0x80 && c <= 0xFF) return static_cast<int>(c);
  for (std::size_t i = 0; i < windows.size(); ++i)
    if (windows[i] != 0 && windows[i] == c) return static_cast<int>(0x80 + i);
  return -1;
}

bool is_separator(char32_t c) {
  return c == '|' || c == '>' || c == 0xBB || c == 0x2022 || c == 0xB7 || c == 0x203A || c == 0x2192 || c == '/' ||
         c == '\\' || c == '_' || c == '=' || c == '*' || c == '#' || c == '~' || c == 0xFF5C;
}

bool is_ascii_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

/// Bytes of the tag, entity or template that begins at `at`; 0: none.
std::size_t markup_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest[0] == '<' && rest.size() > 2 && (is_ascii_word(rest[1]) || rest[1] == '/' || rest[1] == '!')) {
    const std::size_t end = rest.substr(0, 400).find('>');
    return end == std::string_view::npos || rest.substr(1, end - 1).find('<') != std::string_view::npos ? 0 : end + 1;
  }
  if (rest[0] == '&') {
    std::size_t end = 1;
    while (end < rest.size() && end < 10 && (is_ascii_word(rest[end]) || rest[end] == '#')) ++end;
    return end > 2 && end < rest.size() && rest[end] == ';' ? end + 1 : 0;
  }
  for (const std::string_view mark : {"{{", "}}", "[[", "]]", "<!--", "-->", "/>", "</", "\\n", "\\u", "${", "<?"})
    if (rest.starts_with(mark)) return mark.size();
  if (rest[0] == '{' || rest[0] == '}') return 1;
  return 0;
}

/// Bytes of the URL or mail address whose white-space word begins at `at`; 0: it is none.
std::size_t address_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && static_cast<unsigned char>(text[end]) > ' ' && text[end] != '<') ++end;
  const std::string_view word = text.substr(at, end - at);
  const std::size_t sign = word.find('@');
  if (word.find("://") != std::string_view::npos || word.starts_with("www.") || word.starts_with("WWW.") ||
      (sign != std::string_view::npos && sign > 0 && word.find('.', sign) != std::string_view::npos))
    return word.size();
  for (const std::string_view end_of_name : {".com", ".org", ".net", ".html", ".htm", ".php"})
    if (const auto found = word.find(end_of_name);
        found != std::string_view::npos && found > 1 &&
        (found + end_of_name.size() == word.size() || !is_ascii_word(word[found + end_of_name.size()])))
      return word.size();
  return 0;
}

/// Counts bytes of UTF-8 that were taken for characters: a lead byte and its followers, one character each.
class MojibakeFinder {
 public:
  std::int64_t take(char32_t c) {
    const int byte = c < 0x80 ? -1 : byte_of(c);
    if (awaited_ > 0 && byte >= 0x80 && byte < 0xC0) {
      ++length_;
      return --awaited_ == 0 ? length_ : 0;
    }
    awaited_ = byte >= 0xC2 && byte < 0xE0 ? 1 : byte >= 0xE0 && byte < 0xF0 ? 2 : byte >= 0xF0 && byte < 0xF5 ? 3 : 0;
    length_ = 1;
    return 0;
  }

 private:
  int awaited_ = 0;
  std::int64_t length_ = 0;
};

/// Digits as numbers: groups of three after a separator belong to the number before.
class NumberReader {
 public:
  explicit NumberReader(std::vector<std::uint64_t>& numbers) : numbers_(numbers) {}
  void digit(int value) {
    if (gap_ == 1 && run_ == 0 && whole_ > 0) pending_ = true;
    if (run_ == 0 && !pending_) finish();
    run_value_ = run_value_ * 10 + static_cast<std::uint64_t>(value);
    ++run_;
    gap_ = 0;
  }
  void other(char32_t c) {
    if (run_ > 0) end_run();
    const bool may_group = c == ',' || c == '.' || c == ' ' || c == 0xA0 || c == 0x202F || c == '\'' || c == 0x2019;
    gap_ = may_group && gap_ == 0 && whole_ > 0 ? 1 : 2;
  }
  void finish() {
    if (run_ > 0) end_run();
    if (whole_ > 0) numbers_.push_back(value_);
    whole_ = 0;
    value_ = 0;
  }

 private:
  void end_run() {
    if (pending_ && run_ == 3 && whole_ <= 12 && first_ <= 3) {
      value_ = value_ * 1000 + run_value_;
      whole_ += 3;
    } else {
      if (whole_ > 0) numbers_.push_back(value_);
      value_ = run_value_;
      whole_ = first_ = run_;
    }
    pending_ = false;
    run_ = 0;
    run_value_ = 0;
  }
  std::vector<std::uint64_t>& numbers_;
  std::uint64_t value_ = 0, run_value_ = 0;
  int whole_ = 0, run_ = 0, gap_ = 2, first_ = 0;
  bool pending_ = false;
};

}  // namespace

TextMarks look_over(std::string_view text) {
  const CharacterKinds& table = CharacterKinds::get();
  TextMarks marks;
  MojibakeFinder mojibake;
  NumberReader numbers(marks.numbers);
  std::int64_t depth = 0, quotes = 0, word = 0;
  std::size_t in_markup = 0, in_address = 0;  // bytes left
  bool word_starts = true, first = true;
  std::uint8_t script = 0;  // of the cased letter just before; 0: there is none
  auto before = CharacterKind::blank;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text[at]);
    const char32_t c = code_point_at(text.data() + at);
    const CharacterKind kind = table.kind(c);
    if (in_markup == 0) in_markup = markup_at(text, at);
    if (word_starts && in_address == 0 && kind != CharacterKind::blank) in_address = address_at(text, at);
    word_starts = kind == CharacterKind::blank;
    ++marks.points;
    if (in_markup > 0) ++marks.markup;
    if (in_address > 0) ++marks.addresses;
    in_markup -= std::min(in_markup, length);
    in_address -= std::min(in_address, length);
    if (c >= 0x80)
      marks.mojibake += mojibake.take(c);
    else
      mojibake.take(c);
    if (kind == CharacterKind::digit)
      numbers.digit(CharacterKinds::digit_value(c));
    else
      numbers.other(c);
    if (is_letter(kind)) {
      ++marks.letters;
      if (first) marks.starts_upper = kind == CharacterKind::upper;
      first = false;
      marks.upper += kind == CharacterKind::upper;
      const std::uint8_t its_script = table.script(c);
      ++marks.scripts[its_script];
      if (kind != CharacterKind::letter) {
        marks.longest_word = std::max(marks.longest_word, ++word);
        marks.mojibake += script != 0 && its_script != 0 && its_script != script;
        script = its_script;
      }
    } else if (kind != CharacterKind::mark) {
      word = 0;
      script = 0;
    }
    switch (kind) {
      case CharacterKind::digit:
        ++marks.digits;
        first = false;
        break;
      case CharacterKind::blank:
        ++marks.blanks;
        break;
      case CharacterKind::opening:
        ++depth;
        break;
      case CharacterKind::closing:
        marks.unbalanced += depth == 0;
        depth -= depth > 0;
        break;
      case CharacterKind::quote:
        quotes += c == '"';
        break;
      case CharacterKind::broken:
        ++marks.broken;
        break;
      default:
        break;
    }
    marks.separators += is_separator(c) && in_markup == 0 && in_address == 0;
    if (is_letter(kind) && before == CharacterKind::stop && at >= 2 && text[at - 1] == '?' && in_address == 0)
      ++marks.broken;
    before = kind == CharacterKind::stop && (before == CharacterKind::blank) ? CharacterKind::other : kind;
    if (kind != CharacterKind::blank && kind != CharacterKind::quote && kind != CharacterKind::closing)
      marks.stop = kind == CharacterKind::stop || c == ':' || c == ';' || c == ',' || c == 0x2026 ? c : 0;
    at += length;
  }
  numbers.finish();
  std::sort(marks.numbers.begin(), marks.numbers.end());
  marks.unbalanced += depth + quotes % 2;
  return marks;
}

std::uint64_t normalised_hash(std::string_view text, bool any_number) {
  const CharacterKinds& table = CharacterKinds::get();
  std::u32string kept;
  for (std::size_t at = 0; at < text.size(); at += sequence_length(text[at])) {
    const char32_t c = code_point_at(text.data() + at);
    const CharacterKind kind = table.kind(c);
    if (kind == CharacterKind::upper)
      kept += CharacterKinds::lower(c);
    else if (is_letter(kind) || kind == CharacterKind::mark)
      kept += c;
    else if (kind == CharacterKind::digit)
      kept += any_number ? U'0' : c;
  }
  if (kept.empty()) return 0;
  return hash64({reinterpret_cast<const char*>(kept.data()), kept.size() * sizeof(char32_t)});
}

}  // namespace couplet
