// Errors of the library as exceptions of the package.
#pragma once

#include <pybind11/pybind11.h>

namespace couplet::python {

namespace py = pybind11;

/// couplet::Error becomes the class of couplet/_errors.py that its code names.
void register_errors();

}  // namespace couplet::python
