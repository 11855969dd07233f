// Language models mixed: P(w | h) = sum of weight_i P_i(w | h).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "couplet/methods/language/language_model.h"
#include "couplet/model/method.h"

namespace couplet {

Method mix_method();

/// Weights that make the words of a text likeliest, by expectation maximisation from equal ones. chances[i][j]: log10
/// of the probability of word j under model i. Ends when ln P of a word grows by less than 1e-7. Error(data) when there
/// is no word.
std::vector<double> mixture_weights(std::span<const std::vector<double>> chances, std::int64_t& rounds);

/// With an lsa model (LsaLanguage) it is the LSA language model of Zweig et al. (2012), 4.3. The vocabulary is that of
/// the first part; what another part does not have is <unk> there.
class MixModel final : public LanguageModel {
 public:
  MixModel(ModelHeader header, Vocabulary words, std::vector<std::shared_ptr<const Model>> parts,
           std::vector<double> weights);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<WordChance>> chances(std::span<const NumberedSentence> sentences,
                                               const Run& run) const override;
  std::vector<double> next_words(std::span<const std::int32_t> history, const Run& run) const override;

  /// log10 of the probability of every word under each part: by part, then all words in a row.
  std::vector<std::vector<double>> part_chances(std::span<const NumberedSentence> sentences, const Run& run) const;

 private:
  const LanguageModel& part(std::size_t i) const { return *languages_[i]; }
  NumberedSentence renumbered(std::span<const std::int32_t> sentence, std::size_t part) const;

  std::vector<std::shared_ptr<const Model>> parts_;
  std::vector<std::unique_ptr<const LanguageModel>> adapted_;  // parts that are no language models by themselves: lsa
  std::vector<const LanguageModel*> languages_;                // the same as parts_
  std::vector<std::vector<std::int32_t>> number_in_;
  std::vector<double> weights_;
};

}  // namespace couplet
