#include "python/module/errors.h"

#include "couplet/base/error.h"
#include "couplet/base/error_word.h"

namespace couplet::python {

void register_errors() {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      const py::dict classes = py::module_::import("couplet._errors").attr("CLASSES");
      const py::object made =
          classes[py::str(error_word(error.code()))](error.problem(), error.place(), error.remedy());
      PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
    }
  });
}

}  // namespace couplet::python
