// A caller's data as the library's: texts and numbers that stay where they are.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "couplet/model/data.h"

namespace couplet::python {

namespace py = pybind11;

class Caller;
class Stream;  // rows of a caller's iterator

/// What Python holds of a library's Data. The Python objects behind it live as long as it.
struct GivenData {
  Data data;
  std::shared_ptr<Stream> stream = {};

  /// The data for one run; an iterator is read through the caller.
  Data for_run(Caller& caller) const;
};

/// Keeps a Python object alive for the library, whichever thread lets go of it.
std::shared_ptr<const void> owner_of(py::object object);

/// A matrix where it lies: float or double, any strides.
RowsView rows_of(const py::array& matrix);

void define_data(py::module_& module);

}  // namespace couplet::python
