#include "couplet/methods/cleaning/spoiling.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "couplet/text/character_kinds.h"
#include "couplet/text/simple_words.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

using Points = std::u32string;
using Words = std::vector<std::string>;

Points points_of(std::string_view text) {
  Points points;
  for (std::size_t at = 0; at < text.size(); at += sequence_length(text[at])) points += code_point_at(text.data() + at);
  return points;
}

void append(std::string& text, char32_t c) {
  const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (c < 0x80) return put(c);
  if (c < 0x800) put(0xC0 | c >> 6);
  else if (c < 0x10000) put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F));
  else put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F)), put(0x80 | (c >> 6 & 0x3F));
  put(0x80 | (c & 0x3F));
}

std::string text_of(const Points& points) {
  std::string text;
  for (const char32_t c : points) append(text, c);
  return text;
}

/// What blanks separate; of a text without blanks, its characters.
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

std::string joined(const Words& pieces, std::string_view original, std::string_view between = " ") {
  const bool blanks = original.find(' ') != std::string_view::npos;
  std::string text;
  for (const std::string& piece : pieces) {
    if (!text.empty() && blanks) text += between;
    text += piece;
  }
  return text;
}

/// One pair being spoilt.
struct Spoiling {
  const SpoilingSource& source;
  std::size_t i;
  Random& random;
  SpoiltPair pair;

  bool chance(double p) { return random.uniform() < p; }
  std::string& either() { return chance(0.5) ? pair.left : pair.right; }
  std::size_t another() { return static_cast<std::size_t>(random.below(std::ssize(source.left))); }
  /// A pair whose left text is about as long.
  std::size_t alike() {
    std::size_t best = another();
    const auto distance = [&](std::size_t j) {
      return std::abs(std::ssize(source.left[j]) - std::ssize(source.left[i]));
    };
    for (int k = 0; k < 20; ++k)
      if (const std::size_t j = another(); j != i && distance(j) < distance(best)) best = j;
    return best;
  }
};

void shuffled(Spoiling& s) { s.pair.right = s.source.right[s.another()]; }
void as_long(Spoiling& s) { s.pair.right = s.source.right[s.alike()]; }

void keep_part(Spoiling& s, double least, double most, bool tail) {
  std::string& text = s.either();
  Words pieces = pieces_of(text);
  const double share = least + (most - least) * s.random.uniform();
  const auto kept = static_cast<std::ptrdiff_t>(std::max(1.0, std::round(share * static_cast<double>(pieces.size()))));
  if (tail) pieces.erase(pieces.begin(), pieces.end() - std::min(kept, std::ssize(pieces)));
  else pieces.resize(std::min<std::size_t>(kept, pieces.size()));
  text = joined(pieces, text);
}
void cut_end(Spoiling& s) { keep_part(s, 0.2, 0.75, false); }
void cut_begin(Spoiling& s) { keep_part(s, 0.2, 0.75, true); }
void emptied(Spoiling& s) { s.either() = s.chance(0.5) ? "" : s.chance(0.5) ? "-" : " . "; }

void copied(Spoiling& s) {
  if (s.chance(0.5)) s.pair.left = s.pair.right;
  else s.pair.right = s.pair.left;
}
void nearly_copied(Spoiling& s) {
  copied(s);
  std::string& text = s.either();
  Words pieces = pieces_of(text);
  pieces.erase(pieces.begin() + s.random.below(std::ssize(pieces)));
  if (s.chance(0.5) && !pieces.empty()) std::swap(pieces.front(), pieces.back());
  text = joined(pieces, text);
}
void swapped(Spoiling& s) { std::swap(s.pair.left, s.pair.right); }

/// A language that nobody speaks: vowels for vowels and consonants for consonants, other ones every time.
void foreign(Spoiling& s) {
  const std::u32string vowels = U"aeiouyáéíóúàèìòùâêîôûäëïöüæø", consonants = U"bcdfghjklmnpqrstvwxzçñšžłðþß";
  const auto stride = static_cast<std::size_t>(1 + s.random.below(9));
  std::string& text = s.either();
  Points points = points_of(text);
  const CharacterKinds& kinds = CharacterKinds::get();
  for (char32_t& c : points) {
    const char32_t low = CharacterKinds::lower(c);
    if (const auto at = vowels.find(low); at != Points::npos) c = vowels[(at + stride) % vowels.size()];
    else if (const auto place = consonants.find(low); place != Points::npos) c = consonants[(place + stride) % consonants.size()];
    else if (c >= 0x370 && is_letter(kinds.kind(c))) c = static_cast<char32_t>(0x3B1 + (c * (stride + 1)) % 24);
  }
  text = text_of(points);
}
/// Both sides' words, but of different pairs, one after the other.
void mixed_languages(Spoiling& s) {
  std::string& text = s.either();
  const Words own = pieces_of(text), other = pieces_of(&text == &s.pair.left ? s.pair.right : s.pair.left);
  Words mixed;
  const double share = 0.3 + 0.4 * s.random.uniform();
  for (std::size_t k = 0; k < std::max(own.size(), other.size()); ++k) {
    const bool foreign_word = s.chance(share);
    if (foreign_word && k < other.size()) mixed.push_back(other[k]);
    else if (!foreign_word && k < own.size()) mixed.push_back(own[k]);
  }
  text = joined(mixed, text);
}
/// Half of one side is left as it is on the other.
void half_translated(Spoiling& s) {
  std::string& text = s.either();
  const std::string& other = &text == &s.pair.left ? s.pair.right : s.pair.left;
  const Words own = pieces_of(text), foreign_words = pieces_of(other);
  const double share = 0.3 + 0.4 * s.random.uniform();
  const auto of = [&](const Words& words) { return static_cast<std::ptrdiff_t>(share * static_cast<double>(words.size())); };
  Words begin(own.begin(), own.begin() + of(own)), end(foreign_words.begin() + of(foreign_words), foreign_words.end());
  if (s.chance(0.5)) {
    begin.assign(foreign_words.begin(), foreign_words.begin() + of(foreign_words));
    end.assign(own.begin() + of(own), own.end());
  }
  text = joined(begin, text) + " " + joined(end, text);
}

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

void salad(Spoiling& s) {
  const bool both = s.chance(0.25), left = s.chance(0.5);
  for (std::string* text : {&s.pair.left, &s.pair.right}) {
    if (!both && (text == &s.pair.left) != left) continue;
    Words pieces = pieces_of(*text);
    if (pieces.size() < 4) continue;
    s.random.shuffle(std::span(pieces));
    *text = joined(pieces, *text);
  }
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

void boilerplate(Spoiling& s) {
  const std::int64_t times = 4 + static_cast<std::int64_t>(std::exp(5 * s.random.uniform()));
  const bool left = s.chance(0.5);
  (left ? s.pair.left : s.pair.right) = left ? s.source.left[s.another()] : s.source.right[s.another()];
  (left ? s.pair.left_partners : s.pair.right_partners) = times;
}
/// Something is on one side only.
void more_on_one_side(Spoiling& s) {
  std::string& text = s.either();
  const std::string& more = &text == &s.pair.left ? s.source.left[s.another()] : s.source.right[s.another()];
  text = s.chance(0.5) ? text + " " + more : more + " " + text;
}
void repeated(Spoiling& s) {
  std::string& text = s.either();
  Words pieces = pieces_of(text);
  const std::ptrdiff_t begin = s.random.below(std::ssize(pieces)),
                       length = std::min<std::ptrdiff_t>(1 + s.random.below(4), std::ssize(pieces) - begin);
  const Words part(pieces.begin() + begin, pieces.begin() + begin + length);
  for (std::int64_t k = 0, times = 2 + s.random.below(4); k < times; ++k)
    pieces.insert(pieces.begin() + begin, part.begin(), part.end());
  text = joined(pieces, text);
}
void said_twice(Spoiling& s) {
  std::string& text = s.either();
  text += " " + text;
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
  const std::string link = "http://www.example" + std::to_string(s.random.below(100)) + ".com/page?id=" + std::to_string(s.random.below(1000));
  text = s.chance(0.5) ? link : text + " " + link;
}
void one_word(Spoiling& s) {
  std::string& text = s.either();
  const Words pieces = pieces_of(text);
  text = pieces[s.random.below(std::ssize(pieces))];
}
/// The words of another line that is as long, but for some.
void half_wrong(Spoiling& s) {
  std::string& text = s.either();
  const Words own = pieces_of(text), other = pieces_of(&text == &s.pair.left ? s.source.left[s.alike()] : s.source.right[s.alike()]);
  Words mixed(own.begin(), own.begin() + std::ssize(own) / 2);
  mixed.insert(mixed.end(), other.begin() + std::ssize(other) / 2, other.end());
  text = joined(mixed, text);
}

struct Way {
  const char* name;
  void (*spoil)(Spoiling&);
};
constexpr std::array<Way, 29> ways = {{{"shuffled", shuffled},
                                       {"another of its length", as_long},
                                       {"end cut off", cut_end},
                                       {"begin cut off", cut_begin},
                                       {"emptied", emptied},
                                       {"copied", copied},
                                       {"nearly copied", nearly_copied},
                                       {"swapped", swapped},
                                       {"foreign", foreign},
                                       {"mixed languages", mixed_languages},
                                       {"half translated", half_translated},
                                       {"markup", with_markup},
                                       {"misread", misread},
                                       {"salad", salad},
                                       {"salad again", salad},
                                       {"other numbers", other_numbers},
                                       {"boilerplate", boilerplate},
                                       {"more on one side", more_on_one_side},
                                       {"repeated", repeated},
                                       {"said twice", said_twice},
                                       {"glued", glued},
                                       {"apart", apart},
                                       {"scrambled letters", scrambled_letters},
                                       {"menu", menu},
                                       {"numbers only", numbers_only},
                                       {"address", address},
                                       {"one word", one_word},
                                       {"half wrong", half_wrong},
                                       {"half wrong again", half_wrong}}};

}  // namespace

std::span<const char* const> spoiling_names() {
  static const auto names = [] {
    std::array<const char*, ways.size()> all;
    std::transform(ways.begin(), ways.end(), all.begin(), [](const Way& way) { return way.name; });
    return all;
  }();
  return names;
}

std::optional<SpoiltPair> spoil(std::size_t way, const SpoilingSource& source, std::size_t i, Random& random) {
  const std::string &left = source.left[i], &right = source.right[i];
  if (pieces_of(left).empty() || pieces_of(right).empty()) return {};
  Spoiling spoiling{source, i, random, {left, right}};
  ways[way].spoil(spoiling);
  SpoiltPair& pair = spoiling.pair;
  if (pair.left == left && pair.right == right) return {};
  if (ways[way].spoil == other_numbers && (pair.left.empty() || pair.right.empty())) return {};
  return pair;
}

}  // namespace couplet
