// Words that belong together, from a list written by hand or from neighbours among word vectors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "couplet/methods/rewriting/sense_table.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// Groups of words; two words are related when they share a group.
struct WordGroups {
  Vocabulary words;
  NumberLists groups;  // of each word, ascending

  /// A group a line, its words separated by tabs, commas or blanks; lower-cased. Empty lines and those that begin with
  /// # are passed over. Error(data) with file:line for bytes that are no UTF-8 and for a line with one word.
  static WordGroups read(const std::string& path);

  /// The groups of a word; none when it is not known.
  std::span<const std::int32_t> of(std::string_view word) const;
};

}  // namespace couplet
