#include "python/module/text_of.h"

#include <fmt/format.h>

#include "couplet/base/error.h"

namespace couplet::python {
namespace {

[[noreturn]] void refuse(std::int64_t row, const std::string& problem, const std::string& remedy) {
  throw Error(ErrorCode::data, fmt::format("row {} of the data", row), problem, remedy);
}

}  // namespace

std::string_view text_of(PyObject* object, std::string& made, std::int64_t row) {
  if (PyUnicode_Check(object)) {
    Py_ssize_t size = 0;
    if (const char* bytes = PyUnicode_AsUTF8AndSize(object, &size)) return {bytes, static_cast<std::size_t>(size)};
    PyErr_Clear();
    refuse(row, "the text has half a character (a lone surrogate)", "encode it as UTF-8 first");
  }
  if (PyBool_Check(object)) return object == Py_True ? "1" : "0";
  const bool number =
      PyLong_Check(object) || (PyFloat_Check(object) && PyFloat_AS_DOUBLE(object) == PyFloat_AS_DOUBLE(object));
  if (!number) {
    if (object == Py_None || PyFloat_Check(object)) refuse(row, "the text is missing", "drop the row, or fill it");
    refuse(row, fmt::format("{} is no text", Py_TYPE(object)->tp_name), "give str");
  }
  made = py::str(py::handle(object)).cast<std::string>();
  return made;
}

}  // namespace couplet::python
