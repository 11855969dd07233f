// Vectors of labels as a model: what every member of the family gives, for words and for tables.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "couplet/methods/vectors/analysis.h"
#include "couplet/methods/vectors/decomposition.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/model.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/spares.h"

namespace couplet {

/// The table a model was made from and its decomposition, kept for explanations and for the analysis of tables.
struct KeptTable {
  CountTable table;
  Difference<double> difference;
  Decomposition decomposition;
  bool related = false;  // a kernel relates labels: there are no explanations
};

/// Labels with vectors. Two labels score the cosine of their vectors; a text of several words has the mean of its
/// words' vectors, each taken to unit length.
class VectorsModel final : public Model,
                           public ScoresPairs,
                           public EmbedsSides,
                           public HasVectors,
                           public ExplainsPairs,
                           public AnalysesTable {
 public:
  /// pipeline: how a user's text becomes labels; empty: as it is. kept: may be null.
  VectorsModel(ModelHeader header, std::shared_ptr<const WordVectors> vectors, const std::string& pipeline,
               std::shared_ptr<const KeptTable> kept);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  Embedded embed(Side side, const Items& items, const Run& run) const override;
  Index dimension() const override { return vectors_->dimension(); }
  const WordVectors& vectors() const override { return *vectors_; }
  FoundWord find_word(const std::string& text) const override;
  /// The contexts that make two labels alike; the values add up to the cosine. Error(usage) when the table was not
  /// kept.
  Explanation explain(const std::string& left, const std::string& right, const Run& run) const override;

  /// Null when the model was fitted without --keep-table.
  const KeptTable* kept() const { return kept_.get(); }
  const CountTable& table() const override { return require_kept().table; }
  TableAnalysis analysis() const override;
  RotatedGini gini(const Run& run) const override;

 private:
  FoundWord find_word(const std::string& text, Tokeniser& tokeniser) const;
  /// The number of a single label; Error(data) otherwise.
  std::int64_t require_label(const std::string& text) const;
  /// Error(model) unless this is a plain correspondence analysis with its table.
  const KeptTable& require_kept() const;
  /// Error(model) unless there is a table, with kernels that relate no labels.
  const KeptTable& require_diagonal() const;

  std::shared_ptr<const WordVectors> vectors_;
  TextPipeline pipeline_;
  mutable Spares<Tokeniser> tokenisers_;
  std::shared_ptr<const KeptTable> kept_;
};

}  // namespace couplet
