// The ways to spoil a pair, and what they are made with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "couplet/methods/cleaning/spoiling.h"

namespace couplet::spoiling {

using Points = std::u32string;
using Words = std::vector<std::string>;

Points points_of(std::string_view text);
void append(std::string& text, char32_t c);
std::string text_of(const Points& points);
/// What blanks separate; of a text without blanks, its characters.
Words pieces_of(std::string_view text);
/// Pieces of `original` put together again.
std::string joined(const Words& pieces, std::string_view original, std::string_view between = " ");

/// A language that nobody speaks: vowels for vowels and consonants for consonants, other ones every time.
void make_foreign(std::string& text, Random& random);

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

// Of partners and words (spoiling_words.cc), and of letters and marks (spoiling_marks.cc).
void shuffled(Spoiling& s);
void as_long(Spoiling& s);
void cut_end(Spoiling& s);
void cut_begin(Spoiling& s);
void emptied(Spoiling& s);
void copied(Spoiling& s);
void nearly_copied(Spoiling& s);
void swapped(Spoiling& s);
void mixed_languages(Spoiling& s);
void half_translated(Spoiling& s);
void salad(Spoiling& s);
void boilerplate(Spoiling& s);
void more_on_one_side(Spoiling& s);
void repeated(Spoiling& s);
void said_twice(Spoiling& s);
void one_word(Spoiling& s);
void half_wrong(Spoiling& s);
void foreign(Spoiling& s);
void with_markup(Spoiling& s);
void misread(Spoiling& s);
void other_numbers(Spoiling& s);
void glued(Spoiling& s);
void apart(Spoiling& s);
void scrambled_letters(Spoiling& s);
void menu(Spoiling& s);
void numbers_only(Spoiling& s);
void address(Spoiling& s);
void shouted(Spoiling& s);

}  // namespace couplet::spoiling
