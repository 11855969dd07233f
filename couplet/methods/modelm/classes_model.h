// Classes of words as a model of their own.
#pragma once

#include <memory>

#include "couplet/methods/language/word_classes.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/method.h"
#include "couplet/model/model.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

Method classes_method();

/// Two words score 1 when they are in one class, 0 otherwise.
class ClassesModel final : public Model, public ScoresPairs {
 public:
  ClassesModel(ModelHeader header, Vocabulary words, WordClasses classes);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;

  /// The classes of another vocabulary's words; those not known here make one more class.
  WordClasses classes_for(const Vocabulary& words) const;

 private:
  Vocabulary words_;
  WordClasses classes_;
};

}  // namespace couplet
