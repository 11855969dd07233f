// Methods and tasks as Python sees them: what signatures and docstrings are made from.
#pragma once

#include <pybind11/pybind11.h>

namespace couplet::python {

void define_schemas(pybind11::module_& module);

}  // namespace couplet::python
