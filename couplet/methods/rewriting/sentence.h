// From a text to its words with tags and entities.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/methods/rewriting/named_entities.h"
#include "couplet/methods/rewriting/part_tagger.h"
#include "couplet/methods/rewriting/word_keys.h"
#include "couplet/text/pipeline.h"

namespace couplet {

using Sentence = std::vector<TaggedWord>;

struct SentencePair {
  Sentence left, right;
};

/// How sentences are read. Immutable; safe to share between threads.
struct SentenceOptions {
  TextPipeline text;
  bool given = false;  // texts are "word|TAG|ENTITY" separated by blanks; the pipeline is not used
  std::shared_ptr<const PartTagger> tagger;     // null: no tags
  std::shared_ptr<const EntityRules> entities;  // null: none
  std::shared_ptr<const PartTagger> namer;      // learned, in the place of rules: its tags are classes, "O" is none
  std::int64_t most_words = 0;                  // words beyond are left out
};

/// Does the work; one a thread.
class SentenceReader {
 public:
  explicit SentenceReader(const SentenceOptions& options);

  /// The words of a text, in lower case. cut: true when some were left out.
  Sentence read(std::string_view text, bool& cut);

 private:
  const SentenceOptions& options_;
  Tokeniser tokeniser_, lower_;
};

}  // namespace couplet
