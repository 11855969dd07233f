// The types that relate two words of sentences (Gleize & Grau 2015, table 1), and typing schemes as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// Read "b is a <type> of a", from a word a to a word b.
enum class WordType : std::uint8_t {
  id,            // same word, same part-of-speech tag
  id_minus_tag,  // same word
  lemma,         // same base form
  stem,          // same stem
  synonym,       // a sense in common and another base form: no word is its own synonym
  antonym,
  hypernym,    // b is more general
  hyponym,     // b is more special
  entailment,  // doing a involves b
  holonym,     // b is a whole that a is in
  ne,          // named entities of the same class
  lvhsn,       // different words, one letter added, dropped or changed
  list,        // in one line of a list of words
  neighbour,   // near one another in a table of word vectors
  pronoun,     // pronouns of the same person and number
};

inline constexpr int word_type_count = static_cast<int>(WordType::pronoun) + 1;

/// As the paper spells it: "idMinusTag".
std::string_view name_of(WordType type);

/// Which types let words stand for one another in the pattern of a rule, and which link the wildcards of its two sides.
struct TypingScheme {
  std::vector<WordType> pattern, variable;  // in the order given, none twice, neither empty

  /// "pattern=stem,synonym variable=stem,synonym,hypernym", either role first; "stem,synonym" alone is for both.
  /// Error(usage) with the nearest name, or when a role is missing, empty or given twice.
  static TypingScheme parse(std::string_view text);
  /// The canonical spelling, with both roles.
  std::string text() const;
  bool uses(WordType type) const;
  /// True when a type needs WordNet: lemma to holonym, without stem.
  bool uses_wordnet() const;
};

}  // namespace couplet
