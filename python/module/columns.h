// Rows of a task as columns: NumPy arrays.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "couplet/tasks/rows.h"

namespace couplet::python {

namespace py = pybind11;

/// Takes rows on any thread; hands out the columns of every table, in the order in which they began.
class Columns final : public RowSink {
 public:
  void begin(std::string_view kind, std::span<const Column> columns) override;
  void row(std::span<const Cell> cells) override;

  /// [(kind, {name: array})], with the interpreter; the values are moved out. Missing: NaN of numbers, None of texts.
  py::list take();

 private:
  struct Values {
    std::string name;
    CellType type;
    std::vector<double> reals = {};
    std::vector<std::int64_t> integers = {};
    std::vector<std::uint8_t> truths = {};
    std::string bytes = {};                  // of texts, one after the other
    std::vector<std::int64_t> ends = {};     // of each text or list of numbers
    std::vector<std::int64_t> missing = {};  // rows
  };
  struct Held {
    std::string kind;
    std::vector<Values> columns = {};
    std::int64_t rows = 0;
  };
  static void add(Values& column, const Cell& cell, std::int64_t row);
  static py::object array_of(Values&& column);

  std::vector<Held> tables_;
  std::size_t now_ = 0;  // the table that rows go to
};

/// An array that takes over the values.
template <class T>
py::array_t<T> moved_array(std::vector<T>&& values) {
  auto* kept = new std::vector<T>(std::move(values));
  const py::capsule owner(kept, [](void* held) { delete static_cast<std::vector<T>*>(held); });
  return py::array_t<T>(static_cast<py::ssize_t>(kept->size()), kept->data(), owner);
}

}  // namespace couplet::python
