// From a text to its tokens, as a string that models keep: "nfkc,lower,icu".
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace couplet {

class Tokeniser;

/// Steps, applied in order, separated by commas:
///   nfkc            Unicode normal form KC                 lower           lower case (root locale)
///   then exactly one of
///   icu             words by UAX 29 with ICU's dictionaries (Japanese, Chinese, Thai ...); only those with a letter or digit
///   words           runs of letters, marks, digits and underscores (what \w+ finds)
///   space           what white space separates
///   chars:A-B       character n-grams of A to B code points, over each white-space word with a boundary mark on both sides
///   then optionally
///   grams:A-B       word n-grams of A to B tokens, joined by a blank
/// Pure ASCII text takes a path that gives the same tokens without ICU.
class TextPipeline {
 public:
  /// Throws Error(usage) that names the bad step and the known ones.
  static TextPipeline parse(std::string_view spec);
  /// The canonical spelling of what was parsed.
  const std::string& spec() const { return spec_; }
  /// A tokeniser of this pipeline; one a thread.
  Tokeniser make() const;

 private:
  friend class Tokeniser;
  std::string spec_;
  bool nfkc_ = false, lower_ = false;
  enum class Split { icu, words, space, chars } split_ = Split::icu;
  int chars_min_ = 1, chars_max_ = 3, grams_min_ = 1, grams_max_ = 1;
};

/// Does the work of a pipeline and owns the buffers. Not thread-safe; movable.
class Tokeniser {
 public:
  explicit Tokeniser(const TextPipeline& pipeline);
  ~Tokeniser();
  Tokeniser(Tokeniser&&) noexcept;

  /// The tokens of a text (valid UTF-8), in order; views are valid until the next call.
  std::span<const std::string_view> tokens(std::string_view text);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace couplet
