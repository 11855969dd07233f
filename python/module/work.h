// What takes time: fitting, and the tasks.
#pragma once

#include <pybind11/pybind11.h>

namespace couplet::python {

void define_work(pybind11::module_& module);

}  // namespace couplet::python
