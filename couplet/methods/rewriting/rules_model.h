// A linear classifier of pairs of sentences over the rewriting rules themselves.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "couplet/methods/rewriting/platt.h"
#include "couplet/methods/rewriting/rule_features.h"
#include "couplet/methods/rewriting/sentence.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "couplet/model/labels_pairs.h"
#include "couplet/model/model.h"

namespace couplet {

/// Weights of hashed rules: bucket = the upper `bits` of a feature's key.
struct RuleWeights {
  int bits = 24;                      // 10 to 30
  std::vector<std::int32_t> buckets;  // that have weights, ascending
  std::vector<std::string> labels;    // two or more
  MatrixF weights;                    // buckets x 1 for two labels (above 0: the last), else buckets x labels
  std::vector<double> bias;           // a column of weights
  Sigmoid sigmoid;                    // of two labels

  static std::uint32_t bucket(std::uint64_t key, int bits) { return static_cast<std::uint32_t>(key >> (64 - bits)); }
};

class RulesModel final : public Model, public ScoresPairs, public GivesProbabilities, public LabelsPairs {
 public:
  /// sample: pairs for the self-test.
  RulesModel(ModelHeader header, SentenceOptions sentences, RuleFeatures features, RuleWeights weights,
             std::vector<std::vector<std::string>> sample);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<std::string>> self_test_inputs() const override { return sample_; }
  std::vector<double> self_test(const std::vector<std::string>& input) const override;

  /// Of two labels the decision value, above 0 for the last; of more by how much the best label leads. z is NaN. A pair
  /// with a side without a word has no score.
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  double probability(double score) const override;
  const std::vector<std::string>& labels() const override { return weights_.labels; }
  std::vector<int> labels_of(const PairBatch& pairs, const Run& run) const override;

 private:
  /// pairs x columns of the weights; NaN where a side has no word.
  MatrixD decisions(const PairBatch& pairs, const Run& run) const;

  SentenceOptions sentences_;
  RuleFeatures features_;
  RuleWeights weights_;
  std::vector<std::vector<std::string>> sample_;
};

}  // namespace couplet
