#include "couplet/tasks/rows.h"

#include <doctest/doctest.h>

#include <limits>

#include "couplet/tasks/collected_rows.h"
#include "tests/base/expect_error.h"

using namespace couplet;

TEST_CASE("a table keeps its columns' types; a missing cell fits everywhere") {
  using enum CellType;
  CollectedRows rows;
  Table table(rows, "sample",
              {{"name", text}, {"count", integer}, {"share", real}, {"ok", truth}, {"vector", numbers}});
  const std::vector<double> vector = {1, 2.5};
  table.row({"a", std::int64_t{3}, 0.5, true, std::span<const double>(vector)});
  table.row({Cell(), Cell(), finite_cell(std::numeric_limits<double>::infinity()), Cell(), Cell()});
  CHECK(rows.kind() == "sample");
  REQUIRE(rows.size() == 2);
  CHECK(std::get<std::string>(rows.at(0, "name")) == "a");
  CHECK(std::get<std::int64_t>(rows.at(0, "count")) == 3);
  CHECK(std::get<std::vector<double>>(rows.at(0, "vector")) == vector);
  for (const auto& cell : rows[1]) CHECK(std::holds_alternative<std::monostate>(cell));
  expect_error(ErrorCode::internal, "a row of 1 cells in a table of 5", [&] { table.row({"a"}); });
  expect_error(ErrorCode::internal, "a cell of another type in column 'count'", [&] {
    table.row({"a", 3.0, 0.5, true, Cell()});
  });
  expect_error(ErrorCode::usage, "rows of kind 'sample' have no column 'rank'", [&] { rows.at(0, "rank"); });
}

TEST_CASE("collected rows are those of the last table") {
  CollectedRows rows;
  Table(rows, "first", {{"x", CellType::text}}).row({"a"});
  Table(rows, "second", {{"y", CellType::text}}).row({"b"});
  CHECK(rows.kind() == "second");
  CHECK(rows.size() == 1);
  CHECK(std::get<std::string>(rows.at(0, "y")) == "b");
}
