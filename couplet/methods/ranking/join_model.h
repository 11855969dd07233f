// Scores of several models and how the words match, joined by a rule learned from graded texts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "couplet/methods/ranking/even_mix.h"
#include "couplet/methods/ranking/feature_columns.h"
#include "couplet/methods/ranking/match_features.h"
#include "couplet/methods/ranking/rank_weights.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/method.h"

namespace couplet {

Method join_method();

/// What weights are learned for: columns of features, and last, where the models are alone, the even mix of their
/// scores.
struct JoinColumns {
  FeatureColumns features;
  EvenMix mix;

  /// values: of join_features, of which the first `models` are mixed.
  static JoinColumns learn(const MatrixD& values, Index models, Index knots);
  /// rows x (columns of the features, and one where models are mixed).
  MatrixD columns(const MatrixD& values) const;
  Index count() const { return features.features() * features.width() + (mix.models() > 0 ? 1 : 0); }
};

/// The score is a base plus, for each feature, a function of its value (a weight times it, or piecewise linear), plus a
/// weight times the even mix.
class JoinModel final : public Model, public ScoresPairs, public ExplainsPairs {
 public:
  using Parts = std::vector<std::unique_ptr<Model>>;
  static constexpr int schema_version = 2;  // 1: other features, no even mix
  JoinModel(ModelHeader header, Parts parts, TermCollection collection, JoinColumns columns, RankWeights weights);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  /// NaN where the query or the text has no word (of models alone: where none has a score).
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  /// Kind "part": what each model and each way of matching adds to the score.
  Explanation explain(const std::string& left, const std::string& right, const Run& run) const override;

 private:
  MatrixD values(const PairBatch& pairs, const Run& run) const;
  bool has_known_word(const std::string& text) const;

  Parts parts_;
  TermCollection collection_;
  MatchFeatures matching_;
  bool models_alone_;
  JoinColumns columns_;
  RankWeights weights_;
};

/// How the texts are read, by a join's parameters.
MatchRule match_rule(const std::string& text, const std::string& stemmer, const std::string& phrase_ends);
/// What the features of a join are called: the parts' methods ("bm25", "phsic", "phsic 2"), then ways of matching
/// unless the models are alone.
std::vector<std::string> feature_names(const JoinModel::Parts& parts, bool models_alone);
/// pairs x features; NaN where a part has no score. matching: none when the models are alone.
MatrixD join_features(const JoinModel::Parts& parts, const MatchFeatures* matching, const PairBatch& pairs,
                      const Run& run);

}  // namespace couplet
