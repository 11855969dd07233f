#include "couplet/tasks/collected_rows.h"

#include <fmt/format.h>

#include "couplet/base/error.h"

namespace couplet {
namespace {

struct Keep {
  CollectedRows::Value operator()(std::string_view text) const { return std::string(text); }
  CollectedRows::Value operator()(std::span<const double> numbers) const {
    return std::vector<double>(numbers.begin(), numbers.end());
  }
  CollectedRows::Value operator()(auto value) const { return value; }
};

}  // namespace

void CollectedRows::begin(std::string_view kind, std::span<const Column> columns) {
  kind_ = kind;
  columns_.assign(columns.begin(), columns.end());
  rows_.clear();
}

void CollectedRows::row(std::span<const Cell> cells) {
  std::vector<Value>& row = rows_.emplace_back();
  for (const Cell& cell : cells) row.push_back(std::visit(Keep(), cell));
}

const CollectedRows::Value& CollectedRows::at(std::size_t row, std::string_view column) const {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].name == column) return rows_.at(row)[i];
  throw Error(ErrorCode::usage, "", fmt::format("rows of kind '{}' have no column '{}'", kind_, column));
}

}  // namespace couplet
