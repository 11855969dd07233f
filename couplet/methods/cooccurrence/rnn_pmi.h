// Pointwise mutual information by a recurrent language model: the rival that PHSIC was made against.
#pragma once

#include <memory>

#include "couplet/methods/rnnlm/rnn_model.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/method.h"
#include "couplet/model/model.h"

namespace couplet {

Method rnn_pmi_method();

/// PMI(x, y) = ln P(y | x) - ln P(y), by one net that reads "x <s> y </s>": P(y | x) is that of the words after <s>,
/// P(y) the same with no x before <s>. One net serves both, so that what it cannot predict weighs the same twice; two
/// nets of an encoder and a decoder would be twice the code for what this one learns by its own state.
class RnnPmiModel final : public Model, public ScoresPairs, public ExplainsPairs {
 public:
  RnnPmiModel(ModelHeader header, std::unique_ptr<RnnModel> net);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override { net_->write(writer); }
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  /// A right text without words has no score.
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  /// Kind "word": what each word of the right text, and its end, adds.
  Explanation explain(const std::string& left, const std::string& right, const Run& run) const override;

 private:
  /// ln of the chance of every word of y and its end, after x and after nothing.
  struct Chances {
    std::vector<std::vector<double>> after, alone;
  };
  Chances chances(std::span<const std::string> left, std::span<const std::string> right, const Run& run) const;

  std::unique_ptr<RnnModel> net_;
};

}  // namespace couplet
