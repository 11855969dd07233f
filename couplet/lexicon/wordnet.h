// WordNet 3.x: the database files (data.*, index.*, *.exc) as synsets, pointers and senses.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/inflections.h"
#include "couplet/lexicon/relation.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// Where Debian's package wordnet-base has it.
inline constexpr const char* debian_wordnet = "/usr/share/wordnet";

/// From a synset, or one word of it, to another.
struct WordNetPointer {
  Relation relation;
  std::uint8_t source_word;  // place of the word in its synset, from 1; 0: the whole synset
  std::uint8_t target_word;
  std::int32_t target;  // synset
};

/// Immutable after reading; safe to share between threads. Lemmas are in lower case, blanks for underscores.
class WordNet {
 public:
  /// Reads data.POS and index.POS of the four parts of speech, and POS.exc where there is one. Error(io) that names the
  /// Debian package when `directory` has no database; Error(data) with file:line for anything that is not as wndb(5WN)
  /// says: counts, offsets, pointers to nowhere, unknown symbols.
  static WordNet read(const std::string& directory, const Run& run);

  /// Number of synsets: nouns, verbs, adjectives, adverbs in file order.
  std::int64_t size() const { return static_cast<std::int64_t>(parts_.size()); }
  PartOfSpeech part(std::int64_t synset) const { return parts_[synset]; }
  /// Lemma numbers, in the order of the file.
  std::span<const std::int32_t> words(std::int64_t synset) const {
    return std::span(words_).subspan(word_offsets_[synset], word_offsets_[synset + 1] - word_offsets_[synset]);
  }
  std::span<const WordNetPointer> pointers(std::int64_t synset) const {
    return std::span(pointers_).subspan(pointer_offsets_[synset],
                                        pointer_offsets_[synset + 1] - pointer_offsets_[synset]);
  }
  const Vocabulary& lemmas() const { return lemmas_; }
  /// The synsets of a lemma in the order of use (sense 1 first); empty when it has none as this part of speech.
  std::span<const std::int32_t> senses(std::int64_t lemma, PartOfSpeech part) const;
  /// The exception lists: irregular forms and their base forms.
  const Inflections& inflections() const { return inflections_; }

 private:
  friend class WordNetReader;

  Vocabulary lemmas_;
  std::vector<PartOfSpeech> parts_;
  std::vector<std::int64_t> word_offsets_{0}, pointer_offsets_{0};  // of each synset, + 1
  std::vector<std::int32_t> words_;
  std::vector<WordNetPointer> pointers_;
  std::vector<std::int64_t> sense_offsets_;  // 4 a lemma, + 1
  std::vector<std::int32_t> senses_;
  Inflections inflections_;
};

}  // namespace couplet
