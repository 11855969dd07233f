// One Python object as text.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>

namespace couplet::python {

namespace py = pybind11;

/// A str where it lies (valid while the object lives); numbers as they are printed, True and False as 1 and 0, into
/// `made`. Error(data) for anything else: what is missing stays missing, and is said.
std::string_view text_of(PyObject* object, std::string& made, std::int64_t row);

}  // namespace couplet::python
