// PHSIC: how strongly two texts go together (Yokoi et al. 2018), with the whitened form we recommend.
#pragma once

#include <memory>
#include <string>

#include "couplet/methods/cooccurrence/coupling.h"
#include "couplet/methods/cooccurrence/statistics.h"
#include "couplet/methods/cooccurrence/yardstick.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/method.h"
#include "couplet/model/model.h"

namespace couplet {

/// The registry's entry.
Method phsic_method();

/// A fitted model: encoders, statistics, and the coupling made from them. Scores are doubles.
class PhsicModel final : public Model,
                         public ScoresPairs,
                         public EmbedsSides,
                         public ExplainsPairs,
                         public JudgesPairs,
                         public ScoresRandomPairs,
                         public Updates {
 public:
  /// Derives everything from the statistics. Error(data) when they hold too little to learn from.
  PhsicModel(ModelHeader header, std::shared_ptr<const PairEncoder> encoder, PairStatistics statistics,
             CouplingOptions options, Index keep_pairs);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  std::vector<double> self_test(const std::vector<std::string>& input) const override;

  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  Embedded embed(Side side, const Items& items, const Run& run) const override;
  Index dimension() const override { return coupling_.dimension(); }
  Explanation explain(const std::string& left, const std::string& right, const Run& run) const override;
  std::vector<PairQuality> judge(const PairBatch& pairs, double length_weight, const Run& run) const override;
  double random_quality() const override { return yardstick_.quality(yardstick_.random_mean); }

  std::vector<double> random_scores() const override;

  const PairStatistics& statistics() const { return statistics_; }
  const PairEncoder& encoder() const { return *encoder_; }
  std::shared_ptr<const PairEncoder> shared_encoder() const { return encoder_; }

  void require_mergeable(const Model& other) const override;

  /// What fit, add, remove and merge report.
  FitReport report() const;

  static constexpr Index sample_size = 512;  // pairs kept as the yardstick of z-scores
  static constexpr int schema_version = 3;   // 1: sample in float, no sketch; 2: one encoder, power 0.5

 private:
  Fitted add(PairInput& pairs, const Run& run) const override;
  Fitted remove(PairInput& pairs, const Run& run) const override;
  Fitted merge(const std::vector<const Model*>& others, const Run& run) const override;
  Fitted rebuilt(PairStatistics statistics) const;
  Index sample_capacity() const { return std::max(sample_size, keep_pairs_); }
  MatrixD sample_scores(Index most) const;
  void take_yardstick();

  std::shared_ptr<const PairEncoder> encoder_;
  PairStatistics statistics_;
  Coupling coupling_;
  Index keep_pairs_;
  Yardstick yardstick_;
};

}  // namespace couplet
