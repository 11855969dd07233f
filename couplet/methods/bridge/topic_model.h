// Texts of several languages by their topics: the model of JPLSA and CPLSA.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "couplet/methods/bridge/term_space.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "couplet/model/model.h"
#include "couplet/text/pipeline.h"

namespace couplet {

/// How a text gets its topics.
struct FoldIn {
  double alpha = 1.1;  // prior, >= 1
  Index steps = 1;     // of EM from equal topics, >= 1
};

/// A text's vector is the root of its topics' probabilities, so that two texts score sum_t sqrt(p_t q_t): 1 for equal topics, 0 for none in
/// common (one minus the squared Hellinger distance).
class TopicModel final : public Model, public ScoresPairs, public EmbedsSides {
 public:
  /// words: space.rows() x topics, p(term | topic). Throws Error(internal) when the parts do not fit.
  TopicModel(ModelHeader header, TermSpace space, std::vector<TextPipeline> pipelines, MatrixF words, FoldIn fold_in);
  static std::unique_ptr<Model> load(const ModelFile& file);

  const ModelHeader& header() const override { return header_; }
  void write(ModelWriter& writer) const override;
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  MatrixD embed(Side side, const Items& items, std::vector<bool>& known, const Run& run) const override;
  Index dimension() const override { return words_.cols(); }

  /// p(topic | text); zeros when no word is known.
  VectorD topics(const std::string& text, Index language, Tokeniser& tokeniser) const;
  /// The `count` likeliest words of a topic in a language.
  std::vector<std::string> top_words(Index topic, Index language, Index count) const;
  void finish_header();

 private:
  Tokeniser tokeniser(Index language) const;

  ModelHeader header_;
  TermSpace space_;
  std::vector<TextPipeline> pipelines_;
  MatrixF words_;
  FoldIn fold_in_;
};

}  // namespace couplet
