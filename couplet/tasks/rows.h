// Results as rows with typed columns: what every task hands out, and every door shows in its own way.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace couplet {

enum class CellType { truth, integer, real, text, numbers };

/// One field: missing, or a value of its column's type. Texts and numbers are valid until the end of the call that they
/// are given to.
using Cell = std::variant<std::monostate, bool, std::int64_t, double, std::string_view, std::span<const double>>;

struct Column {
  std::string name;
  CellType type;
};

/// Where rows go: a terminal, a response, an array.
class RowSink {
 public:
  virtual ~RowSink() = default;
  /// Rows of a kind ("score", "rank": docs/json.md lists them) follow.
  virtual void begin(std::string_view kind, std::span<const Column> columns) = 0;
  virtual void row(std::span<const Cell> cells) = 0;
};

/// Rows of one kind on their way to a sink. A row that does not fit its columns is Error(internal).
class Table {
 public:
  Table(RowSink& sink, std::string_view kind, std::vector<Column> columns);
  void row(std::initializer_list<Cell> cells) { row(std::span(cells.begin(), cells.size())); }
  void row(std::span<const Cell> cells);

 private:
  RowSink& sink_;
  std::vector<Column> columns_;
};

/// Missing when it is not a number or infinite.
Cell finite_cell(double value);

}  // namespace couplet
