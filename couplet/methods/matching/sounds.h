// What romanised names sound like across languages: their consonants, near ones as one.
#pragma once

#include <string>
#include <string_view>

namespace couplet {

/// The classes of the consonants of a romanised text, doubled ones once: b p, f v w, d t, g k q, the hissing ones, l r,
/// m, n, h. Vowels are left out, which many scripts do not write, and blanks (ICU puts them between the syllables of
/// Chinese). "robert" -> "lplt", as luo bo te is nearly: "lpt".
std::string consonant_classes(std::string_view romanised);

}  // namespace couplet
