#include "python/module/schemas.h"

#include <pybind11/stl.h>

#include "couplet/couplet.h"

namespace couplet::python {
namespace {

namespace py = pybind11;

constexpr const char* type_names[] = {"integer", "real", "text", "flag", "choice", "file", "output"};
constexpr const char* shape_names[] = {"model", "system", "data", "text"};

py::list parameters_of(const std::vector<Parameter>& schema) {
  py::list all;
  for (const Parameter& one : schema) {
    py::dict made;
    made["name"] = one.name;
    made["type"] = type_names[static_cast<int>(one.type)];
    made["default"] = one.default_value;
    made["help"] = one.help;
    made["minimum"] = one.minimum;
    made["maximum"] = one.maximum;
    made["choices"] = one.choices;
    all.append(made);
  }
  return all;
}

py::list methods() {
  py::list all;
  for (const Method& method : all_methods()) {
    py::dict made;
    made["name"] = method.name;
    made["job"] = method.job;
    made["summary"] = method.summary;
    made["data"] = method.data;
    made["examples"] = method.examples;
    made["parameters"] = parameters_of(method.parameters);
    all.append(made);
  }
  return all;
}

py::list tasks() {
  py::list all;
  for (const Task& task : all_tasks()) {
    py::list inputs;
    for (const TaskInput& input : task.inputs)
      inputs.append(py::make_tuple(input.name, shape_names[static_cast<int>(input.shape)], input.least, input.most));
    py::dict made;
    made["name"] = task.name;
    made["summary"] = task.summary;
    made["details"] = task.details;
    made["inputs"] = inputs;
    made["parameters"] = parameters_of(task.parameters);
    all.append(made);
  }
  return all;
}

}  // namespace

void define_schemas(py::module_& module) {
  module.def("methods", methods);
  module.def("tasks", tasks);
}

}  // namespace couplet::python
