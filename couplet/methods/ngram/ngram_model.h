// Back-off n-gram language models.
#pragma once

#include <memory>

#include "couplet/methods/language/language_model.h"
#include "couplet/methods/ngram/ngram_table.h"
#include "couplet/model/method.h"

namespace couplet {

Method ngram_method();

class NgramModel final : public LanguageModel, public HasNgrams {
 public:
  NgramModel(ModelHeader header, Vocabulary words, NgramTable table);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  const NgramTable& table() const { return table_; }
  int order() const override { return table_.order(); }
  const Vocabulary& words() const override { return LanguageModel::words(); }
  void write_arpa(const std::string& path, const Run& run) const override;
  void write(ModelWriter& writer) const override;
  std::vector<std::vector<WordChance>> chances(std::span<const NumberedSentence> sentences,
                                               const Run& run) const override;
  std::vector<double> next_words(std::span<const std::int32_t> history, const Run& run) const override;

 private:
  NgramTable table_;
};

}  // namespace couplet
