// A classifier of pairs of sentences over rewriting kernels.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "couplet/methods/rewriting/pair_kernel.h"
#include "couplet/methods/rewriting/platt.h"
#include "couplet/methods/rewriting/sentence.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "couplet/model/model.h"

namespace couplet {

/// The pairs that decide: f(x) = sum of coefficient * K(pair, x) + bias.
struct SupportPairs {
  std::vector<std::string> left, right;
  std::vector<std::int64_t> rows;    // in the training data, from 0
  std::vector<double> coefficients;  // above 0: label 1
  double bias = 0;
  Sigmoid sigmoid;
};

/// What a model is made of.
struct RewritingParts {
  SentenceOptions sentences;
  PairKernelOptions kernel;
  std::shared_ptr<const PairKnowledge> knowledge;
  SupportPairs support;
};

class RewritingModel final : public Model, public ScoresPairs, public ExplainsPairs, public GivesProbabilities {
 public:
  /// Reads the support pairs' sentences and builds their tables: seconds for thousands.
  RewritingModel(ModelHeader header, RewritingParts parts, const Run& run);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  /// The first support pairs.
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  std::vector<double> self_test(const std::vector<std::string>& input) const override;

  /// The decision value: above 0 means label 1. z is NaN. A side without a word is not known, and its pair has no
  /// score.
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  /// Reasons of kind "rule": its two sides, what it adds, and the training pairs (rows from 0) that carry it; and the
  /// bias. All together add up to the score. Error(data) for a side without words.
  Explanation explain(const std::string& left, const std::string& right, const Run& run) const override;
  double probability(double score) const override { return parts_.support.sigmoid(score); }

 private:
  RewritingParts parts_;
  std::unique_ptr<PairKernel> kernel_;
};

}  // namespace couplet
