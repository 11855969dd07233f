// Context models: a word by what stands before and after it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "couplet/methods/context/context_trainer.h"
#include "couplet/methods/language/sentence_reader.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/method.h"

namespace couplet {

Method context_method();

/// What a context model says about one option.
struct ContextFeatures {
  double sentence = 0;       // log10 P of every word of the filled text given all others, added up
  double blank = 0;          // that of the fillers alone
  double prior = 0;          // of the fillers without any context
  std::int64_t unknown = 0;  // words of the fillers that are not known
};

/// Immutable.
class ContextModel final : public Model, public ScoresSentences, public CompletesSentences, public HasVectors {
 public:
  /// header: must have the parameter "text" and the detail "unknown types". kept: see ContextResult.
  ContextModel(ModelHeader header, Vocabulary words, ContextWeights<float> weights, std::vector<float> kept);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  /// {score} of a sentence.
  std::vector<double> self_test(const std::vector<std::string>& input) const override;

  /// log10 P of every word given all others of its sentence: a pseudo-likelihood. Ends of sentences are not counted.
  std::vector<SentenceScore> score_sentences(std::span<const std::string> sentences, bool detail,
                                             const Run& run) const override;
  /// NaN in all when no word of the filled text is known.
  std::vector<std::vector<ContextFeatures>> features(std::span<const BlankQuestion> questions, const Run& run) const;
  /// The score is ContextFeatures::sentence.
  std::vector<std::vector<OptionScore>> score_questions(std::span<const BlankQuestion> questions,
                                                        const Run& run) const override;
  /// The likeliest words between what is before the blank and what is after it.
  std::vector<std::string> candidates(const BlankQuestion& question, std::int64_t count, const Run& run) const override;
  /// Kind "base": the score of the other words when the blank is unknown, and of the fillers when all others are. Kind
  /// "context": what each other word adds: how much better it is itself predicted with the fillers, and how much
  /// likelier it makes them, as words become known from the blank outwards and from the ends inwards (the mean of
  /// both); on the left "3: the", with its place in the sentence. All add up to the score; so the differences between
  /// two options, word by word and that of the second base, add up to that of their scores.
  std::vector<Reason> explain_option(const BlankQuestion& question, std::size_t option, const Run& run) const override;

  /// The out-vectors.
  const WordVectors& vectors() const override { return *vectors_; }
  FoundWord find_word(const std::string& text) const override;

 private:
  /// A text with its blanks filled, in numbers.
  struct Filled {
    std::vector<std::int32_t> words;
    std::vector<std::string> tokens;
    std::vector<bool> filler;
    std::vector<std::int64_t> place;  // from 1, a blank counted as one word: the same whatever fills it
  };
  Filled filled(const BlankQuestion& question, const std::vector<std::string>& fillers) const;
  /// log10 P of every word; unknown ones with their share of <unk>.
  std::vector<std::vector<double>> chances(const std::vector<std::vector<std::int32_t>>& sentences,
                                           const Run& run) const;

  VocabularyReader reader_;
  ContextWeights<float> weights_;
  std::vector<float> kept_;
  double unknown_share_;
  std::unique_ptr<WordVectors> vectors_;
};

}  // namespace couplet
