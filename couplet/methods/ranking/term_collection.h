// What a collection of texts says of its terms: in how many texts each stands, and how long a text is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/methods/ranking/term_reader.h"
#include "couplet/model/container.h"
#include "couplet/model/data.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

struct TermCollection {
  Vocabulary words;
  std::vector<std::int64_t> frequencies;  // of each term: texts that have it
  std::int64_t texts = 0;
  double mean_length = 0;  // terms of a text

  /// Tensors PREFIX.*. The collection must live, unchanged, until the file is written.
  void write(ModelWriter& writer, const std::string& prefix) const;
  /// Error(model) when the numbers make no sense.
  static TermCollection load(const ModelFile& file, const std::string& prefix);
};

/// A text that stands there several times is one text: graded rows repeat theirs.
struct CountedCollection {
  TermCollection terms;
  std::int64_t repeated = 0, empty = 0, skipped = 0;
  std::uint64_t fingerprint = 0;
  std::vector<std::string> texts;  // in the order of their first places, where they are kept
};

/// Reads texts, one a line or a column (of two columns, as a file of queries and texts has them, the second). Same
/// result at any thread count. Error(data) when no text has a term.
CountedCollection count_collection(const Source& source, const TermRule& rule, bool keep_texts, const Run& run);
/// The same for texts in memory; which: their numbers.
TermCollection count_collection(std::span<const std::string> texts, const TermRule& rule);

}  // namespace couplet
