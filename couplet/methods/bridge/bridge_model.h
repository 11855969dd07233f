// Texts of several languages in one space: the model that every method of the bridge gives.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "couplet/methods/bridge/term_projection.h"
#include "couplet/methods/bridge/term_space.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/model.h"
#include "couplet/text/pipeline.h"

namespace couplet {

/// The languages that left and right texts are in, from 0.
struct LanguagePair {
  Index left = 0, right = 1;
};

/// A text's vector is the sum of its terms' rows of the projection, by weight, scaled to length 1; two texts score
/// their inner product, the cosine.
class BridgeModel final : public Model, public ScoresPairs, public EmbedsSides, public ExplainsPairs {
 public:
  /// pipelines: one for all languages or one each. Throws Error(internal) when the parts do not fit.
  BridgeModel(ModelHeader header, TermSpace space, std::vector<TextPipeline> pipelines, TermProjection projection,
              LanguagePair sides = {});
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  /// NaN where a text has no known word. z: against texts of the training documents paired anew.
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  Embedded embed(Side side, const Items& items, const Run& run) const override;
  Index dimension() const override { return projection_.dimension(); }
  /// Pairs of words, one of each text, whose values add up to the score. Error(data) when a text has no known word.
  Explanation explain(const std::string& left, const std::string& right, const Run& run) const override;

  const TermSpace& space() const { return space_; }
  const TermProjection& projection() const { return projection_; }

 private:
  Tokeniser tokeniser(Index language) const;
  Index language(Side side) const { return side == Side::left ? sides_.left : sides_.right; }
  /// The vector of length 1; zero when no word is known.
  VectorD vector(const std::string& text, Index language, Tokeniser& tokeniser) const;

  TermSpace space_;
  std::vector<TextPipeline> pipelines_;
  TermProjection projection_;
  LanguagePair sides_;
  double repaired_mean_, repaired_sd_;  // sd 0: not known
};

/// What the header says of a model beside its parameters: what loading needs, and the scores of re-paired documents.
std::vector<std::pair<std::string, std::string>> bridge_details(const std::vector<TextPipeline>& pipelines,
                                                                const TermProjection& projection, LanguagePair sides,
                                                                const DocumentCounts& training, const TermSpace& space,
                                                                const Run& run);

}  // namespace couplet
