// Recurrent language models.
#pragma once

#include <memory>

#include "couplet/methods/language/language_model.h"
#include "couplet/methods/language/word_classes.h"
#include "couplet/methods/rnnlm/rnn_network.h"
#include "couplet/model/method.h"

namespace couplet {

Method rnnlm_method();

class RnnModel final : public LanguageModel {
 public:
  RnnModel(ModelHeader header, Vocabulary words, WordClasses classes, RnnShape shape, RnnWeights<float> weights);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);
  /// The same under a header of its own; the file's must have the parameter "cell".
  static std::unique_ptr<RnnModel> load_net(const ModelFile& file, ModelHeader header);

  void write(ModelWriter& writer) const override;
  /// Sentences run side by side in batches. With --context text they are one text, cut into pieces of 64 sentences.
  std::vector<std::vector<WordChance>> chances(std::span<const NumberedSentence> sentences,
                                               const Run& run) const override;
  std::vector<double> next_words(std::span<const std::int32_t> history, const Run& run) const override;

 private:
  /// Texts side by side, each from a state of zero; returns ln P of every word.
  std::vector<std::vector<double>> read(std::span<const NumberedSentence> texts) const;

  WordClasses classes_;
  RnnShape shape_;
  RnnWeights<float> weights_;
  bool fresh_sentences_;
};

}  // namespace couplet
