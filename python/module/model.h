// A model as Python holds it.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "couplet/tasks/loaded_model.h"

namespace couplet::python {

/// Immutable and shared: what Python calls Model wraps it.
using SharedModel = std::shared_ptr<const LoadedModel>;

void define_model(pybind11::module_& module);

}  // namespace couplet::python
