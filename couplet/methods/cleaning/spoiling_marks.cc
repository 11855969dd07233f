#include <array>

#include "couplet/methods/cleaning/spoiling_ways.h"
#include "couplet/text/character_kinds.h"
#include "couplet/text/simple_words.h"
#include "couplet/text/utf8.h"

namespace couplet::spoiling {

Points points_of(std::string_view text) {
  Points points;
  for (std::size_t at = 0; at < text.size(); at += sequence_length(text[at])) points += code_point_at(text.data() + at);
  return points;
}

void append(std::string& text, char32_t c) {
  const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (c < 0x80) return put(c);
  if (c < 0x800)
    put(0xC0 | c >> 6);
  else if (c < 0x10000)
    put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F));
  else
    put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F)), put(0x80 | (c >> 6 & 0x3F));
  put(0x80 | (c & 0x3F));
}

std::string text_of(const Points& points) {
  std::string text;
  for (const char32_t c : points) append(text, c);
  return text;
}

Words pieces_of(std::string_view text) {
  std::vector<std::string_view> words;
  split_at_white_space(text, words);
  Words pieces(words.begin(), words.end());
  if (pieces.size() < 3 && text.size() > 12) {
    pieces.clear();
    for (const char32_t c : points_of(text)) append(pieces.emplace_back(), c);
  }
  return pieces;
}

std::string joined(const Words& pieces, std::string_view original, std::string_view between) {
  const bool blanks = original.find(' ') != std::string_view::npos;
  std::string text;
  for (const std::string& piece : pieces) {
    if (!text.empty() && blanks) text += between;
    text += piece;
  }
  return text;
}

void make_foreign(std::string& text, Random& random) {
  const std::u32string vowels = U"aeiouyáéíóúàèìòùâêîôûäëïöüæø", consonants = U"bcdfghjklmnpqrstvwxzçñšžłðþß";
  const auto shift = static_cast<std::size_t>(1 + random.below(9));
  Points points = points_of(text);
  const CharacterKinds& kinds = CharacterKinds::get();
  for (char32_t& c : points) {
    const char32_t low = CharacterKinds::lower(c);
    if (const auto at = vowels.find(low); at != Points::npos)
      c = vowels[(at + shift) % vowels.size()];
    else if (const auto place = consonants.find(low); place != Points::npos)
      c = consonants[(place + shift) % consonants.size()];
    else if (c >= 0x370 && is_letter(kinds.kind(c)))
      c = static_cast<char32_t>(0x3B1 + (c * (shift + 1)) % 24);
  }
  text = text_of(points);
}
void foreign(Spoiling& s) { make_foreign(s.either(), s.random); }
void with_markup(Spoiling& s) {
  constexpr std::array<std::array<const char*, 2>, 7> wraps = {{{"<p>", "</p>"},
                                                                {"<td class=\"text\">", "</td>"},
                                                                {"<span style=\"color:red\">", ""},
                                                                {"", "<br />"},
                                                                {"&nbsp;&nbsp;", "&raquo;"},
                                                                {"<li><a href=\"/index.html\">", "</a></li>"},
                                                                {"{{ ", " }}"}}};
  for (std::string* text : {&s.pair.left, &s.pair.right}) {
    if (!s.chance(0.65)) continue;
    const auto& wrap = wraps[s.random.below(std::ssize(wraps))];
    Words pieces = pieces_of(*text);
    if (s.chance(0.5)) {
      *text = wrap[0] + *text + wrap[1];
    } else {
      std::string& piece = pieces[s.random.below(std::ssize(pieces))];
      piece = wrap[0] + piece + wrap[1];
      *text = joined(pieces, *text);
    }
  }
}

/// Bytes of UTF-8 taken for Latin-1.
void misread(Spoiling& s) {
  std::string& text = s.either();
  const std::string before = text;
  const bool twice = s.chance(0.15), lost = s.chance(0.25);
  for (int round = 0; round < 1 + twice; ++round) {
    std::string wrong;
    for (const char byte : text) append(wrong, static_cast<unsigned char>(byte));
    text = wrong;
  }
  if (!lost) return;
  Points points = points_of(before);
  for (char32_t& c : points)
    if (c >= 0x80) c = s.chance(0.5) ? U'?' : U'\uFFFD';
  text = text_of(points);
}

void other_numbers(Spoiling& s) {
  std::string& text = s.either();
  Points points = points_of(text);
  bool any = false;
  for (char32_t& c : points)
    if (c >= '0' && c <= '9') {
      c = U'0' + static_cast<char32_t>((c - U'0' + 1 + static_cast<char32_t>(s.random.below(8))) % 10);
      any = true;
    }
  text = any ? text_of(points) : "";
}

void glued(Spoiling& s) {
  std::string& text = s.either();
  const double share = 0.4 + 0.6 * s.random.uniform();
  std::string kept;
  for (const char c : text)
    if (c != ' ' || !s.chance(share)) kept += c;
  text = kept;
}
void apart(Spoiling& s) {
  std::string& text = s.either();
  std::string spread;
  for (const char32_t c : points_of(text)) {
    append(spread, c);
    if (c != ' ' && s.chance(0.6)) spread += ' ';
  }
  text = spread;
}
void scrambled_letters(Spoiling& s) {
  std::string& text = s.either();
  Points points = points_of(text);
  const double share = 0.15 + 0.3 * s.random.uniform();
  for (char32_t& c : points)
    if (c != ' ' && s.chance(share)) c = points[s.random.below(std::ssize(points))];
  text = text_of(points);
}
void menu(Spoiling& s) {
  for (std::string* text : {&s.pair.left, &s.pair.right})
    if (s.chance(0.7)) *text = joined(pieces_of(*text), *text, s.chance(0.5) ? " | " : " > ");
}
void numbers_only(Spoiling& s) {
  for (std::string* text : {&s.pair.left, &s.pair.right}) {
    if (!s.chance(0.7)) continue;
    text->clear();
    for (std::int64_t k = 0, count = 1 + s.random.below(8); k < count; ++k)
      *text += std::to_string(s.random.below(10000)) + (s.chance(0.5) ? " " : s.chance(0.5) ? " - " : " / ");
  }
}
void address(Spoiling& s) {
  std::string& text = s.either();
  const std::string link = "http://www.example" + std::to_string(s.random.below(100)) +
                           ".com/page?id=" + std::to_string(s.random.below(1000));
  text = s.chance(0.5) ? link : text + " " + link;
}
/// Capitals all over one side, or here and there.
void shouted(Spoiling& s) {
  std::string& text = s.either();
  const double share = s.chance(0.6) ? 1 : 0.5;
  Points points = points_of(text);
  for (char32_t& c : points) c = s.chance(share) ? CharacterKinds::upper(c) : CharacterKinds::lower(c);
  text = text_of(points);
}
}  // namespace couplet::spoiling
