// How well the words of two texts translate each other: the alignment score that PHSIC's data selection is measured by.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "couplet/methods/alignment/word_aligner.h"
#include "couplet/methods/cooccurrence/length_profile.h"
#include "couplet/methods/cooccurrence/yardstick.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/method.h"
#include "couplet/model/model.h"

namespace couplet {

Method align_method();

/// The score of (x, y): the mean of ln P(y | x) / |y| and ln P(x | y) / |x|, |y| and |x| their words. Texts without
/// words have none.
class AlignModel final : public Model, public ScoresPairs, public ExplainsPairs, public JudgesPairs {
 public:
  struct Parts {
    Vocabulary left_words, right_words;
    WordAligner to_right, to_left;
    LengthProfile lengths;
    Yardstick yardstick;
  };
  AlignModel(ModelHeader header, Parts parts);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  std::vector<PairQuality> judge(const PairBatch& pairs, double length_weight, const Run& run) const override;
  double random_quality() const override { return parts_.yardstick.quality(parts_.yardstick.random_mean); }
  /// Reasons of kind "link": a word and the one it comes from ("" for none), with what it adds to the score.
  Explanation explain(const std::string& left, const std::string& right, const Run& run) const override;

  /// The score of two numbered texts; NaN when one is empty.
  double score_numbers(std::span<const std::int32_t> left, std::span<const std::int32_t> right) const;
  /// Measured on these training pairs: as they are, and each with the right sides of others. Texts without words are
  /// left out.
  Yardstick measured(const std::vector<std::string>& left, const std::vector<std::string>& right, const Run& run) const;

 private:
  struct Sentences;
  Sentences numbered_texts(const std::string& left, const std::string& right, Tokeniser& l, Tokeniser& r) const;

  Parts parts_;
  TextPipeline left_text_, right_text_;
};

}  // namespace couplet
