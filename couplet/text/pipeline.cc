#include "couplet/text/pipeline.h"

#include <vector>

#include "couplet/text/normalise.h"
#include "couplet/text/penn_words.h"
#include "couplet/text/simple_words.h"
#include "couplet/text/unicode_words.h"
#include "couplet/text/utf8.h"

namespace couplet {

struct Tokeniser::State {
  explicit State(const TextPipeline& wanted) : pipeline(wanted) {}

  void normalise(std::string_view text) {
    if (is_ascii(text)) {  // NFKC changes no ASCII text
      pipeline.lower_ ? to_lower_ascii(text, normal) : void(normal.assign(text));
    } else if (pipeline.nfkc_ && pipeline.lower_) {
      to_nfkc(text, scratch);
      to_lower(scratch, normal);
    } else if (pipeline.nfkc_) {
      to_nfkc(text, normal);
    } else if (pipeline.lower_) {
      to_lower(text, normal);
    } else {
      normal.assign(text);
    }
  }

  void split() {
    using Split = TextPipeline::Split;
    switch (pipeline.split_) {
      case Split::icu:
        return unicode_words.split(normal, tokens);
      case Split::words:
        return split_word_characters(normal, tokens);
      case Split::penn:
        return split_penn(normal, tokens);
      case Split::space:
        return split_at_white_space(normal, tokens);
      case Split::chars:
        return character_ngrams.append(normal, pipeline.chars_, tokens);
    }
  }

  TextPipeline pipeline;
  UnicodeWords unicode_words;
  CharacterNgrams character_ngrams;
  WordNgrams word_ngrams;
  std::string scratch, normal;
  std::vector<std::string_view> tokens, ngrams;
};

Tokeniser::Tokeniser(const TextPipeline& pipeline) : state_(std::make_unique<State>(pipeline)) {}
Tokeniser::~Tokeniser() = default;
Tokeniser::Tokeniser(Tokeniser&&) noexcept = default;
Tokeniser& Tokeniser::operator=(Tokeniser&&) noexcept = default;

std::span<const std::string_view> Tokeniser::tokens(std::string_view text) {
  State& state = *state_;
  state.normalise(text);
  state.tokens.clear();
  state.split();
  if (state.pipeline.bounds_) {
    state.tokens.insert(state.tokens.begin(), "^");
    state.tokens.push_back("$");
  }
  if (state.pipeline.grams_.longest == 1) return state.tokens;
  state.ngrams.clear();
  state.word_ngrams.append(state.tokens, state.pipeline.grams_, state.ngrams);
  return state.ngrams;
}

Tokeniser TextPipeline::make() const { return Tokeniser(*this); }

}  // namespace couplet
