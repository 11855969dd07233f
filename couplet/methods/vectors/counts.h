// A table of counts as a file, for every member of the family to start from.
#pragma once

#include "couplet/methods/vectors/count_table.h"
#include "couplet/model/method.h"

namespace couplet {

/// Counts, saved. It answers nothing by itself.
class CountsModel final : public Model {
 public:
  CountsModel(ModelHeader header, CountTable table) : Model(std::move(header)), table_(std::move(table)) {}
  static std::unique_ptr<Model> load(const ModelFile& file, const Loading& loading);

  void write(ModelWriter& writer) const override { table_.write(writer, "table"); }
  std::vector<std::vector<std::string>> self_test_inputs() const override;
  /// The count of a cell: input is a row and a column.
  std::vector<double> self_test(const std::vector<std::string>& input) const override;
  const CountTable& table() const { return table_; }

 private:
  CountTable table_;
};

Method counts_method();

}  // namespace couplet
