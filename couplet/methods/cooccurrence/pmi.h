// Pointwise mutual information by counts: the baseline PHSIC starts from.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "couplet/model/method.h"
#include "couplet/model/model.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

Method pmi_method();

/// log n c(x,y) / (c(x) c(y)) over whole strings; with add-k smoothing
///   log (c(x,y) + k) (n + k A B) / ((c(x) + k B) (c(y) + k A)),  A, B = number of different left and right strings.
/// A pair never seen has no PMI: NaN (with smoothing: only when a side was never seen). Strings are numbered in the
/// order of their bytes, so that a model depends on its pairs alone, not on their order: add, remove and merge are
/// exact.
class PmiModel final : public Model, public ScoresPairs, public ExplainsPairs, public Updates {
 public:
  struct Table {
    Vocabulary left, right;
    /// (left number, right number) -> count.
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> pairs;

    /// Error(data) when there are more pairs than can be counted.
    void add(std::string_view x, std::string_view y, std::int64_t count);
    void add(const Table& other);
    void write(PartWriter& writer) const;
    static Table read(PartReader& reader);
    /// The same with all strings numbered in the order of their bytes, those without a count left out.
    Table sorted() const;
  };

  /// Error(model) when the counts add up to more than 2^60.
  PmiModel(ModelHeader header, Table table);
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  std::vector<PairScore> score(const PairBatch& pairs, const Run& run) const override;
  Explanation explain(const std::string& left, const std::string& right, const Run& run) const override;
  void require_mergeable(const Model& other) const override;
  /// Of the sorted table, as a fit makes it.
  static Fitted finished(ModelHeader header, const Table& table);

 private:
  Fitted add(PairInput& pairs, const Run& run) const override;
  Fitted remove(PairInput& pairs, const Run& run) const override;
  Fitted merge(const std::vector<const Model*>& others, const Run& run) const override;
  struct Counts {
    std::int64_t x = 0, y = 0, xy = 0;
  };
  Counts counts(const std::string& left, const std::string& right, Tokeniser& tokeniser) const;
  double value(const Counts& counts) const;

  double smoothing_;
  TextPipeline text_;
  bool whole_;  // no pipeline: strings as they are
  Table table_;
  std::vector<std::int64_t> left_counts_, right_counts_;
  std::int64_t total_ = 0;
};

}  // namespace couplet
