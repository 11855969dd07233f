// Sentences as the words of a vocabulary.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/text/pipeline.h"
#include "couplet/text/spares.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// Safe to share between threads.
class VocabularyReader {
 public:
  /// words: begins as every language model's. pipeline: as TextPipeline::parse reads it.
  VocabularyReader(Vocabulary words, std::string_view pipeline)
      : words_(std::move(words)), pipeline_(TextPipeline::parse(pipeline)) {}

  const Vocabulary& words() const { return words_; }
  const TextPipeline& pipeline() const { return pipeline_; }
  std::vector<std::string> tokens(std::string_view sentence) const;
  /// unknown_word for one that is not in the vocabulary.
  std::int32_t number(std::string_view token) const;

 private:
  Vocabulary words_;
  TextPipeline pipeline_;
  mutable Spares<Tokeniser> tokenisers_;
};

/// log10 of one unknown word's share of <unk>, by the number of different words that became it (a header's detail
/// "unknown types"). Error(model) when that is no number.
double log10_unknown_share(const std::string& types);

}  // namespace couplet
