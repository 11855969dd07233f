#include "couplet/tasks/rows.h"

#include <fmt/format.h>

#include <cmath>

#include "couplet/base/error.h"

namespace couplet {

Table::Table(RowSink& sink, std::string_view kind, std::vector<Column> columns)
    : sink_(sink), columns_(std::move(columns)) {
  sink_.begin(kind, columns_);
}

void Table::row(std::span<const Cell> cells) {
  if (cells.size() != columns_.size())
    throw Error(ErrorCode::internal, "",
                fmt::format("a row of {} cells in a table of {}", cells.size(), columns_.size()));
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i].index() != 0 && cells[i].index() != static_cast<std::size_t>(columns_[i].type) + 1)
      throw Error(ErrorCode::internal, "", "a cell of another type in column '" + columns_[i].name + "'");
  sink_.row(cells);
}

Cell finite_cell(double value) { return std::isfinite(value) ? Cell(value) : Cell(); }

}  // namespace couplet
