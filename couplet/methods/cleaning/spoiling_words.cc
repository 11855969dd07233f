#include <algorithm>
#include <cmath>

#include "couplet/methods/cleaning/spoiling_ways.h"

namespace couplet::spoiling {

void shuffled(Spoiling& s) { s.pair.right = s.source.right[s.another()]; }
void as_long(Spoiling& s) { s.pair.right = s.source.right[s.alike()]; }

static void keep_part(Spoiling& s, double least, double most, bool tail) {
  std::string& text = s.either();
  Words pieces = pieces_of(text);
  const double share = least + (most - least) * s.random.uniform();
  const auto kept = static_cast<std::ptrdiff_t>(std::max(1.0, std::round(share * static_cast<double>(pieces.size()))));
  if (tail)
    pieces.erase(pieces.begin(), pieces.end() - std::min(kept, std::ssize(pieces)));
  else
    pieces.resize(std::min<std::size_t>(kept, pieces.size()));
  text = joined(pieces, text);
}
void cut_end(Spoiling& s) { keep_part(s, 0.2, 0.75, false); }
void cut_begin(Spoiling& s) { keep_part(s, 0.2, 0.75, true); }
void emptied(Spoiling& s) { s.either() = s.chance(0.5) ? "" : s.chance(0.5) ? "-" : " . "; }

/// One text on both sides, of either language or of neither.
void copied(Spoiling& s) {
  const bool left = s.chance(0.5);
  std::string &from = left ? s.pair.left : s.pair.right, &to = left ? s.pair.right : s.pair.left;
  if (s.chance(0.3)) make_foreign(from, s.random);
  to = from;
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

/// Both sides' words, but of different pairs, one after the other.
void mixed_languages(Spoiling& s) {
  std::string& text = s.either();
  const Words own = pieces_of(text), other = pieces_of(&text == &s.pair.left ? s.pair.right : s.pair.left);
  Words mixed;
  const double share = 0.3 + 0.4 * s.random.uniform();
  for (std::size_t k = 0; k < std::max(own.size(), other.size()); ++k) {
    const bool foreign_word = s.chance(share);
    if (foreign_word && k < other.size())
      mixed.push_back(other[k]);
    else if (!foreign_word && k < own.size())
      mixed.push_back(own[k]);
  }
  text = joined(mixed, text);
}
/// Half of one side is left as it is on the other.
void half_translated(Spoiling& s) {
  std::string& text = s.either();
  const std::string& other = &text == &s.pair.left ? s.pair.right : s.pair.left;
  const Words own = pieces_of(text), foreign_words = pieces_of(other);
  const double share = 0.3 + 0.4 * s.random.uniform();
  const auto of = [&](const Words& words) {
    return static_cast<std::ptrdiff_t>(share * static_cast<double>(words.size()));
  };
  Words begin(own.begin(), own.begin() + of(own)), end(foreign_words.begin() + of(foreign_words), foreign_words.end());
  if (s.chance(0.5)) {
    begin.assign(foreign_words.begin(), foreign_words.begin() + of(foreign_words));
    end.assign(own.begin() + of(own), own.end());
  }
  text = joined(begin, text) + " " + joined(end, text);
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
void one_word(Spoiling& s) {
  std::string& text = s.either();
  const Words pieces = pieces_of(text);
  text = pieces[s.random.below(std::ssize(pieces))];
}
/// The words of another line that is as long, but for some.
void half_wrong(Spoiling& s) {
  std::string& text = s.either();
  const Words own = pieces_of(text),
              other = pieces_of(&text == &s.pair.left ? s.source.left[s.alike()] : s.source.right[s.alike()]);
  Words mixed(own.begin(), own.begin() + std::ssize(own) / 2);
  mixed.insert(mixed.end(), other.begin() + std::ssize(other) / 2, other.end());
  text = joined(mixed, text);
}

}  // namespace couplet::spoiling
