// From a text to its terms: words, cut to their stems where that is asked for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/lexicon/stemmer.h"
#include "couplet/text/pipeline.h"

namespace couplet {

/// How texts become terms; kept in models as two strings.
struct TermRule {
  TextPipeline text;
  std::string stemmer = "none";  // or "porter", or a Snowball language

  /// Error(usage) for a pipeline or a stemmer that there is not.
  static TermRule parse(const std::string& text, const std::string& stemmer);
};

/// Owns the buffers; one a thread.
class TermReader {
 public:
  explicit TermReader(const TermRule& rule);
  /// The terms of a text, in order; valid until the next call.
  std::span<const std::string_view> terms(std::string_view text);
  /// The stem of one word (as it is without a stemmer); valid until the next call.
  std::string_view stem(std::string_view word) { return stemmer_ ? stemmer_->stem(word) : word; }

 private:
  Tokeniser words_;
  std::optional<Stemmer> stemmer_;
  std::string stems_;  // one after the other
  std::vector<std::size_t> ends_;
  std::vector<std::string_view> terms_;
};

}  // namespace couplet
