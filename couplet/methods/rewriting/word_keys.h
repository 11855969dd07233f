// Each type as keys: a word a relates to a word b when a key that a gives out is one that b takes in.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/lexicon/stemmer.h"
#include "couplet/methods/rewriting/sense_table.h"
#include "couplet/methods/rewriting/word_groups.h"
#include "couplet/methods/rewriting/word_type.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// A word as it stands in a sentence. tag and entity: empty when not known.
struct TaggedWord {
  std::string word;  // in lower case
  std::string tag;
  std::string entity;
  auto operator<=>(const TaggedWord&) const = default;
};

/// Where types get what they know. Parts that no type of a scheme asks for may stay empty.
struct TypeSources {
  std::string stemmer = "porter";
  SenseTable senses;
  WordGroups list, neighbours;
  bool tagged = false;  // words have tags: without, id is idMinusTag
  Vocabulary fixed;     // words that no variable type relates: a rule names them or has no use for them
};

/// Makes keys. Not to be shared between threads (the stemmer keeps a buffer).
class WordKeys {
 public:
  /// The sources must live as long.
  explicit WordKeys(const TypeSources& sources);

  struct Keys {
    std::vector<std::uint64_t> out, in;  // ascending, none twice
  };
  /// The keys of a word for a type. Keys of different types never meet: the type is part of the key.
  Keys of(const TaggedWord& word, WordType type);

 private:
  const TypeSources& sources_;
  Stemmer stemmer_;
};

}  // namespace couplet
