// Texts of one or several languages by their topics: the model of PLSA, JPLSA and CPLSA.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/methods/bridge/bridge_model.h"
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

enum class TopicDistance { l1, jensen_shannon, hellinger, cosine };

/// "l1", "jensen-shannon", "hellinger", "cosine"; Error(usage) for another name.
TopicDistance parse_distance(std::string_view name);
/// How rows of comparable_topics are compared.
Comparison comparison_of(TopicDistance distance);

/// p(topic | text) of a text's terms; words: terms x topics. Zeros when there is no term.
VectorD topics_of(std::span<const WeightedTerm> terms, const MatrixF& words, const FoldIn& fold_in);
/// Topics as the distance compares them: as they are, their roots (hellinger), or of length 1 (cosine).
VectorD comparable_topics(VectorD topics, TopicDistance distance);

/// Two texts score by their topics p and q, 1 for equal ones:
///   l1              1 - sum_t |p_t - q_t| / 2
///   jensen_shannon  1 - divergence in bits
///   hellinger       sum_t sqrt(p_t q_t): the vectors are the roots, the score their inner product
///   cosine          of p and q
class TopicModel final : public Model, public ScoresPairs, public EmbedsSides {
 public:
  /// words: space.rows() x topics, p(term | topic). Throws Error(internal) when the parts do not fit.
  TopicModel(ModelHeader header, TermSpace space, std::vector<TextPipeline> pipelines, MatrixF words, FoldIn fold_in,
             TopicDistance distance, LanguagePair sides = {});
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  Embedded embed(Side side, const Items& items, const Run& run) const override;
  Index dimension() const override { return words_.cols(); }
  Comparison comparison() const override { return comparison_of(distance_); }

  /// The `count` likeliest words of a topic in a language.
  std::vector<std::string> top_words(Index topic, Index language, Index count) const;

 private:
  Tokeniser tokeniser(Index language) const;

  TermSpace space_;
  std::vector<TextPipeline> pipelines_;
  MatrixF words_;
  FoldIn fold_in_;
  TopicDistance distance_;
  LanguagePair sides_;
};

}  // namespace couplet
