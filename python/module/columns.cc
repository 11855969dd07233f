#include "python/module/columns.h"

#include <limits>

namespace couplet::python {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

py::array objects_of(std::size_t size) {
  return py::array(py::dtype("O"), static_cast<py::ssize_t>(size));  // filled with None
}

void put(py::array& objects, std::size_t i, py::object value) {
  auto* places = static_cast<PyObject**>(objects.mutable_data());
  Py_XDECREF(places[i]);
  places[i] = value.release().ptr();
}

}  // namespace

void Columns::begin(std::string_view kind, std::span<const Column> columns) {
  for (now_ = 0; now_ < tables_.size(); ++now_)
    if (tables_[now_].kind == kind) return;  // a task goes on with it: the rows of a kind are one table
  Held& table = tables_.emplace_back(Held{std::string(kind)});
  for (const Column& column : columns) table.columns.push_back({column.name, column.type});
}

void Columns::row(std::span<const Cell> cells) {
  Held& table = tables_[now_];
  for (std::size_t i = 0; i < cells.size(); ++i) add(table.columns[i], cells[i], table.rows);
  ++table.rows;
}

void Columns::add(Values& column, const Cell& cell, std::int64_t row) {
  const bool missing = std::holds_alternative<std::monostate>(cell);
  if (missing) column.missing.push_back(row);
  switch (column.type) {
    case CellType::truth:
      column.truths.push_back(!missing && std::get<bool>(cell));
      break;
    case CellType::integer:
      column.integers.push_back(missing ? 0 : std::get<std::int64_t>(cell));
      break;
    case CellType::real:
      column.reals.push_back(missing ? nan : std::get<double>(cell));
      break;
    case CellType::text:
      if (!missing) column.bytes += std::get<std::string_view>(cell);
      column.ends.push_back(std::ssize(column.bytes));
      break;
    case CellType::numbers:
      if (!missing) {
        const auto numbers = std::get<std::span<const double>>(cell);
        column.reals.insert(column.reals.end(), numbers.begin(), numbers.end());
      }
      column.ends.push_back(std::ssize(column.reals));
      break;
  }
}

py::object Columns::array_of(Values&& column) {
  switch (column.type) {
    case CellType::truth: {
      const auto bytes = moved_array(std::move(column.truths));
      return bytes.attr("view")("bool");
    }
    case CellType::integer: {
      if (column.missing.empty()) return moved_array(std::move(column.integers));
      std::vector<double> reals(column.integers.begin(), column.integers.end());  // the only numbers with a NaN
      for (const std::int64_t row : column.missing) reals[row] = nan;
      return moved_array(std::move(reals));
    }
    case CellType::real:
      return moved_array(std::move(column.reals));
    case CellType::text: {
      py::array texts = objects_of(column.ends.size());
      py::object last;  // texts often repeat: one object for all that follow each other
      std::string_view last_text;
      std::int64_t begin = 0;
      auto missing = column.missing.begin();
      for (std::size_t i = 0; i < column.ends.size(); begin = column.ends[i++]) {
        if (missing != column.missing.end() && *missing == static_cast<std::int64_t>(i)) {
          ++missing;
          continue;
        }
        const std::string_view text(column.bytes.data() + begin, static_cast<std::size_t>(column.ends[i] - begin));
        if (!last || text != last_text) {
          last = py::reinterpret_steal<py::object>(
              PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), "replace"));
          last_text = text;
        }
        put(texts, i, last);
      }
      return texts;
    }
    case CellType::numbers: {
      py::array lists = objects_of(column.ends.size());
      std::int64_t begin = 0;
      for (std::size_t i = 0; i < column.ends.size(); begin = column.ends[i++])
        put(lists, i, py::array_t<double>(column.ends[i] - begin, column.reals.data() + begin));
      return lists;
    }
  }
  return py::none();
}

py::list Columns::take() {
  py::list all;
  for (Held& table : tables_) {
    py::dict columns;
    for (Values& column : table.columns) {
      const std::string name = column.name;
      columns[py::str(name)] = array_of(std::move(column));
    }
    all.append(py::make_tuple(table.kind, columns));
  }
  return all;
}

}  // namespace couplet::python
