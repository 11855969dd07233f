// What WordNet says about single words, as plain tables that a model can keep.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/lexicon/inflections.h"
#include "couplet/lexicon/wordnet.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// Lists of numbers by number: list i is values[offsets[i] .. offsets[i + 1]).
struct NumberLists {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> values;

  std::int64_t size() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  std::span<const std::int32_t> of(std::int64_t i) const {
    return std::span(values).subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
  /// Appends a list.
  void add(std::span<const std::int32_t> list);
};

/// The lemmas of one word, their senses, and how senses and lemmas relate.
struct SenseTable {
  Vocabulary words;      // lemmas of one word
  NumberLists senses;    // of each word: synsets, ascending
  NumberLists antonyms;  // of each word: words
  NumberLists hypernyms, entailments,
      holonyms;  // of each synset: synsets (instances of a class and all three kinds of holonym included)
  Inflections inflections;

  /// most_senses: of each word and part of speech, so many, the most frequent first; 0: all.
  static SenseTable from(const WordNet& net, std::int64_t most_senses);

  /// The word itself and its base forms, where they are lemmas; without repetitions. `word` in lower case.
  std::vector<std::int32_t> lemmas_of(std::string_view word) const;
  /// The base form of a word; the word when it has none. Of several, that of the first part of speech (noun, verb, ...)
  /// that has one.
  std::string base_form(std::string_view word) const;
  /// The synsets of all lemmas_of(word), ascending.
  std::vector<std::int32_t> senses_of(std::span<const std::int32_t> lemmas) const;
};

}  // namespace couplet
