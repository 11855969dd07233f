// Rows kept in memory: for programs that want them all, and for tests.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "couplet/tasks/rows.h"

namespace couplet {

/// The last table that a task handed out.
class CollectedRows : public RowSink {
 public:
  /// A cell that keeps what it holds.
  using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<double>>;

  void begin(std::string_view kind, std::span<const Column> columns) override;
  void row(std::span<const Cell> cells) override;

  const std::string& kind() const { return kind_; }
  const std::vector<Column>& columns() const { return columns_; }
  std::size_t size() const { return rows_.size(); }
  const std::vector<Value>& operator[](std::size_t row) const { return rows_[row]; }
  /// The cell of a row in the column of that name. Error(usage) when there is no such column.
  const Value& at(std::size_t row, std::string_view column) const;

 private:
  std::string kind_;
  std::vector<Column> columns_;
  std::vector<std::vector<Value>> rows_;
};

}  // namespace couplet
