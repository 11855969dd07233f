#include "python/module/model.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "couplet/couplet.h"

namespace couplet::python {
namespace {

namespace py = pybind11;

std::string encoded(const LoadedModel& model) {
  ModelWriter writer(model.model().header());
  model.model().write(writer);
  return writer.encoded();
}

py::dict dict_of(const std::vector<std::pair<std::string, std::string>>& entries) {
  py::dict made;
  for (const auto& [name, value] : entries) made[py::str(name)] = value;
  return made;
}

py::list words_of(const LoadedModel& model) {
  const Vocabulary& words = model.require<HasVectors>().vectors().words();
  py::list all;
  for (std::int64_t i = 0; i < words.size(); ++i) all.append(py::str(words.word(i).data(), words.word(i).size()));
  return all;
}

/// A view into the model, which lives as long as the array.
py::array vectors_of(const py::object& self) {
  const WordVectors& vectors = self.cast<const LoadedModel&>().require<HasVectors>().vectors();
  py::array_t<float> view({vectors.size(), vectors.dimension()}, vectors.values().data(), self);
  view.attr("flags").attr("writeable") = false;
  return view;
}

}  // namespace

void define_model(py::module_& module) {
  py::class_<LoadedModel, std::shared_ptr<LoadedModel>>(module, "Model")
      .def_property_readonly("name", &LoadedModel::name)
      .def_property_readonly("method", &LoadedModel::method)
      .def_property_readonly("tasks", &LoadedModel::tasks)
      .def_property_readonly("identity", &LoadedModel::identity)
      .def_property_readonly("parameters", [](const LoadedModel& m) { return dict_of(m.model().header().parameters); })
      .def_property_readonly("details", [](const LoadedModel& m) { return dict_of(m.model().header().details); })
      .def_property_readonly("data_rows", [](const LoadedModel& m) { return m.model().header().data_rows; })
      .def_property_readonly("seed", [](const LoadedModel& m) { return m.model().header().seed; })
      .def_property_readonly("dimension", [](const LoadedModel& m) { return m.require<EmbedsSides>().dimension(); })
      .def_property_readonly("words", words_of)
      .def_property_readonly("vectors", vectors_of)
      .def("bytes",
           [](const LoadedModel& model) {
             const std::string bytes = [&] {
               const py::gil_scoped_release others;
               return encoded(model);
             }();
             return py::bytes(bytes);
           })
      .def(
          "save", [](const LoadedModel& model, const std::string& path) { save_model(model.model(), path); },
          py::call_guard<py::gil_scoped_release>())
      .def("self_test", [](const LoadedModel& model) { return run_self_test(model.model()); });
  module.def(
      "open_model",
      [](const std::string& path) { return std::const_pointer_cast<LoadedModel>(LoadedModel::open(path)); },
      py::call_guard<py::gil_scoped_release>());
  module.def("model_of_bytes", [](const std::string& name, const py::bytes& bytes) {
    std::string copy(bytes);
    const py::gil_scoped_release others;
    return std::const_pointer_cast<LoadedModel>(LoadedModel::from_bytes(name, std::move(copy)));
  });
}

}  // namespace couplet::python
