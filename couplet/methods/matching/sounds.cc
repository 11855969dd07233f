#include "couplet/methods/matching/sounds.h"

namespace couplet {
namespace {

/// The class of a letter, or 0 for one that has none.
char class_of(char letter) {
  switch (letter) {
    case 'b':
    case 'p':
      return 'p';
    case 'f':
    case 'v':
    case 'w':
      return 'f';
    case 'd':
    case 't':
      return 't';
    case 'g':
    case 'k':
    case 'q':
      return 'k';
    case 'c':
    case 'j':
    case 's':
    case 'x':
    case 'z':
      return 's';
    case 'l':
    case 'r':
      return 'l';
    case 'm':
    case 'n':
    case 'h':
      return letter;
    default:
      return 0;
  }
}

bool is_front_vowel(char letter) { return letter == 'e' || letter == 'i' || letter == 'y'; }

}  // namespace

std::string consonant_classes(std::string_view romanised) {
  std::string classes;
  for (std::size_t i = 0; i < romanised.size(); ++i) {
    const char letter = romanised[i], next = i + 1 < romanised.size() ? romanised[i + 1] : '\0';
    char own = class_of(letter);
    if (letter == 'c' && next != 'h' && !is_front_vowel(next)) own = 'k';
    if (letter == 'p' && next == 'h') own = 'f';
    if (letter == 'h' && i > 0 && class_of(romanised[i - 1]) != 0) own = 0;  // th, sh, ch, ph, kh
    if (own != 0 && (classes.empty() || classes.back() != own)) classes += own;
  }
  return classes;
}

}  // namespace couplet
