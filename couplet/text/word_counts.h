// The words of a corpus and how often each occurs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/text/corpus_reader.h"
#include "couplet/text/vocabulary.h"
#include "couplet/text/word_stream.h"

namespace couplet {

/// Which words of a text to keep.
struct WordOptions {
  /// See TextPipeline.
  std::string pipeline = "nfkc,lower,icu";
  /// Words that occur less often are left out. 0: 5, but 1 in texts of fewer than small_text words, which have none to
  /// spare.
  std::int64_t min_count = 5;
  static constexpr std::int64_t small_text = 10000;
  /// At most so many words, the most frequent ones; 0: all.
  std::int64_t max_vocabulary = 0;
  /// Words to leave out, as the pipeline gives them (with "lower": in lower case).
  std::vector<std::string> stop_words;
};

/// A corpus after one reading.
struct CountedText {
  /// The kept words by falling count, equal counts by bytes; and how often each occurs.
  Vocabulary words;
  std::vector<std::int64_t> counts;
  /// All the text (in a team: what this process read of it) but its stop words, as numbers in the order of first
  /// occurrence; and for each of those the number in `words`, -1 where the word was left out.
  WordStream stream{0};
  std::vector<std::int32_t> kept_as;
  /// Running words of the text, all of them; different ones but for the stop words; documents, empty ones included; bad
  /// lines left out.
  std::int64_t tokens = 0, different_words = 0, documents = 0, skipped = 0;
};

/// Reads a corpus once (so "-" will do); in a team each process a part, and all learn what the whole has. In memory:
/// the different words, and four bytes a running word as far as an eighth of run.memory allows, the rest on disk.
/// Deterministic at any thread count. Throws Error(usage) for bad options, Error(data) and Error(io) from reading.
CountedText count_words(const Source& files, const WordOptions& options, const Run& run);

}  // namespace couplet
