// What every language model has in common: a text pipeline, a vocabulary, sentences scored and blanks filled by their
// probability.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/methods/language/language_text.h"
#include "couplet/methods/language/sentence_reader.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "couplet/model/model.h"

namespace couplet {

/// The probability of one word after those before it.
struct WordChance {
  double log10;
  std::int64_t span;  // see WordScore
};

/// Numbers of words that end with sentence_end; sentence_start is not written.
using NumberedSentence = std::vector<std::int32_t>;

/// Immutable and safe to share between threads, as all models.
class LanguageModel : public Model, public ScoresSentences, public CompletesSentences {
 public:
  /// header: must have the parameter "text" and the detail "unknown types". Error(model) otherwise.
  LanguageModel(ModelHeader header, Vocabulary words);

  const Vocabulary& words() const { return reader_.words(); }
  const TextPipeline& pipeline() const { return reader_.pipeline(); }

  /// The words of a sentence as numbers; unknown_word for those not in the vocabulary.
  NumberedSentence numbered(std::string_view sentence) const;

  /// One chance a word of each sentence, in order.
  virtual std::vector<std::vector<WordChance>> chances(std::span<const NumberedSentence> sentences,
                                                       const Run& run) const = 0;
  /// log10 P(word | history) for every word of the vocabulary; history begins after sentence_start. That of
  /// sentence_start itself is minus infinity. The probabilities add up to 1.
  virtual std::vector<double> next_words(std::span<const std::int32_t> history, const Run& run) const = 0;

  std::vector<SentenceScore> score_sentences(std::span<const std::string> sentences, bool detail,
                                             const Run& run) const override;
  /// The score is log10 of the probability of the filled text. <unk> stands for many words: an unknown word gets the
  /// probability of <unk> divided by the number of different words that became <unk> in training.
  std::vector<std::vector<OptionScore>> score_questions(std::span<const BlankQuestion> questions,
                                                        const Run& run) const override;
  /// The likeliest words after the text before the blank.
  std::vector<std::string> candidates(const BlankQuestion& question, std::int64_t count, const Run& run) const override;
  /// Reasons of kind "word": each word's log10 probability; those of the whole text add up to the score.
  std::vector<Reason> explain_option(const BlankQuestion& question, std::size_t option, const Run& run) const override;

  /// The tensors words.*.
  void write(ModelWriter& writer) const override;
  /// Frequent words in a row.
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  /// {log10 probability} of a sentence.
  std::vector<double> self_test(const std::vector<std::string>& input) const override;

 private:
  VocabularyReader reader_;
  double unknown_share_ = 0;  // log10 of one unknown word's share of <unk>
};

/// The header of a language model fitted on a text.
ModelHeader language_header(const LanguageText& text, const Fitting& fitting);

/// The vocabulary of a saved language model. Error(model) when it does not begin with <unk>, <s>, </s>.
Vocabulary load_language_words(const ModelFile& file);

/// A line of the perplexity of a text: words, unknown ones, and 10^(-log10 / words).
struct Perplexity {
  std::int64_t sentences = 0, words = 0, unknown = 0;
  double log10 = 0, unknown_log10 = 0;
  void add(const SentenceScore& score);
  double all() const;    // unknown words counted as <unk>
  double known() const;  // over known words only
};

}  // namespace couplet
