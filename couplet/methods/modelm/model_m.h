// Model M (Chen 2009): a class-based exponential n-gram model.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "couplet/methods/language/language_model.h"
#include "couplet/methods/language/word_classes.h"
#include "couplet/methods/modelm/maxent.h"
#include "couplet/model/method.h"

namespace couplet {

Method model_m_method();

/// The contexts of the two parts. Before a sentence stand sentence ends.
class ModelMContexts {
 public:
  ModelMContexts(int order, const WordClasses& classes);

  /// Families of the part that predicts the class: classes before (none, the last one, the last two, ...), then words
  /// before (the last one, ...). 2 order - 1.
  std::size_t class_families() const { return static_cast<std::size_t>(2 * order_ - 1); }
  /// Of the part that predicts the word of a class: the class alone, with the last word, with the last two, ...: order.
  std::size_t word_families() const { return static_cast<std::size_t>(order_); }
  /// history: the last order - 1 words, in text order.
  void class_keys(std::span<const std::int32_t> history, std::span<NgramKey> keys) const;
  void word_keys(std::span<const std::int32_t> history, std::int32_t word_class, std::span<NgramKey> keys) const;
  int order() const { return order_; }

 private:
  int order_;
  const WordClasses& classes_;
  NgramLayout layout_;
};

/// P(w | h) = P(class of w | classes and words before) P(w | words before, class of w), each normalised exactly.
class ModelM final : public LanguageModel {
 public:
  ModelM(ModelHeader header, Vocabulary words, WordClasses classes, int order, MaxEnt class_part, MaxEnt word_part);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<WordChance>> chances(std::span<const NumberedSentence> sentences,
                                               const Run& run) const override;
  std::vector<double> next_words(std::span<const std::int32_t> history, const Run& run) const override;

 private:
  double log10_chance(std::span<const std::int32_t> history, std::int32_t word, std::vector<double>& scores) const;

  WordClasses classes_;
  ModelMContexts contexts_;
  MaxEnt class_part_, word_part_;
};

}  // namespace couplet
