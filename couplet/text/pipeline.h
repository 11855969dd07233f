// From a text to its tokens, as a string that models keep: "nfkc,lower,icu".
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "couplet/text/ngrams.h"

namespace couplet {

class Tokeniser;

/// Steps, applied in this order, separated by commas:
///   nfkc            Unicode normal form KC (optional)
///   lower           lower case, root locale (optional)
///   then exactly one of
///   icu             words by UAX 29 with ICU's dictionaries (Japanese, Chinese, Thai ...); only those with a letter or
///   digit
///   words           runs of letters, marks, digits and underscores (what \w+ finds)
///   penn            words and punctuation as English word vectors have them ("do" "n't"; see penn_words.h)
///   space           what white space separates
///   chars:A-B       character n-grams of A to B code points, over each white-space word with the boundary mark U+2581
///   on
///                   both sides (CharacterNgrams has the details)
///   then optionally
///   bounds          ^ before the first token and $ after the last, for word n-grams that know where a text ends
///   grams:A-B       word n-grams of A to B tokens, joined by a blank
/// "chars:3" means "chars:3-3". Ranges go from 1 to 100. Text in Latin, Greek and Cyrillic letters takes a path that
/// gives the same tokens as ICU without it.
class TextPipeline {
 public:
  /// Words of the text as it is: "icu".
  TextPipeline() = default;
  /// Throws Error(usage) that names the bad step and the known ones.
  static TextPipeline parse(std::string_view spec);
  /// The canonical spelling of what was parsed: parse(p.spec()).spec() == p.spec().
  const std::string& spec() const { return spec_; }
  /// A tokeniser of this pipeline; one a thread.
  Tokeniser make() const;

 private:
  friend class Tokeniser;
  friend class PipelineParser;
  enum class Split { icu, words, penn, space, chars };

  std::string spec_ = "icu";
  bool nfkc_ = false, lower_ = false, bounds_ = false;
  Split split_ = Split::icu;
  NgramRange chars_, grams_;
};

/// Does the work of a pipeline and owns the buffers. Not thread-safe; movable.
class Tokeniser {
 public:
  explicit Tokeniser(const TextPipeline& pipeline);
  ~Tokeniser();
  Tokeniser(Tokeniser&&) noexcept;
  Tokeniser& operator=(Tokeniser&&) noexcept;

  /// The tokens of a text (valid UTF-8: undefined otherwise), in order. The views point into buffers of the tokeniser,
  /// not into the text, and are valid until the next call. Nothing is allocated once the buffers have grown, for ASCII
  /// text.
  std::span<const std::string_view> tokens(std::string_view text);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace couplet
