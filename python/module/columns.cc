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
  kind_ = kind;
  columns_.clear();
  rows_ = 0;
  for (const Column& column : columns) columns_.push_back({column.name, column.type});
}

void Columns::row(std::span<const Cell> cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) add(columns_[i], cells[i], rows_);
  ++rows_;
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

py::dict Columns::take() {
  py::dict all;
  for (Values& column : columns_) {
    const std::string name = column.name;
    all[py::str(name)] = array_of(std::move(column));
  }
  return all;
}

}  // namespace couplet::python
