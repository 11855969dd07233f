// A table of counts as a file, for every member of the family to start from.
#pragma once

#include "couplet/methods/vectors/count_table.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/method.h"

namespace couplet {

/// Counts, saved. It answers nothing by itself. Counts of shards merge: of tables in the order given; of text into
/// those of the whole, to the byte, when no shard left out words.
class CountsModel final : public Model, public Merges {
 public:
  /// words: empty for tables.
  CountsModel(ModelHeader header, CountTable table, WordOccurrences words = {})
      : Model(std::move(header)), table_(std::move(table)), words_(std::move(words)) {}
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override;
  void require_mergeable(const Model& other) const override;
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  /// The count of a cell: input is a row and a column.
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  const CountTable& table() const { return table_; }

 private:
  Fitted merge(const std::vector<const Model*>& others, const Run& run) const override;
  CountTable table_;
  WordOccurrences words_;
};

Method counts_method();

}  // namespace couplet
