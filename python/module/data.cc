#include "python/module/data.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <deque>

#include "couplet/base/error.h"
#include "couplet/lexicon/word_vectors.h"
#include "couplet/text/table_reader.h"
#include "couplet/text/text_rows.h"
#include "python/module/caller.h"
#include "python/module/text_of.h"

namespace couplet::python {

/// Reads ahead in the thread of the caller: an iterator may belong to it (a cursor of a database does).
class Stream {
 public:
  explicit Stream(py::iterator items) : items_(owner_of(items)), iterator_(items.ptr()) {}

  bool next(Caller& caller, std::vector<std::string>& fields) {
    if (rows_.empty() && !ended_) caller.ask([&] { read_ahead(); });
    if (rows_.empty()) return false;
    fields = std::move(rows_.front());
    rows_.pop_front();
    return true;
  }

 private:
  static constexpr int rows_ahead = 1024;

  void read_ahead() {
    std::string made;
    for (int i = 0; i < rows_ahead; ++i) {
      const auto item = py::reinterpret_steal<py::object>(PyIter_Next(iterator_));
      if (!item) {
        if (PyErr_Occurred()) throw py::error_already_set();
        ended_ = true;
        return;
      }
      auto& row = rows_.emplace_back();
      if (PyTuple_Check(item.ptr()) || PyList_Check(item.ptr()))
        for (const py::handle field : item) row.emplace_back(text_of(field.ptr(), made, read_));
      else
        row.emplace_back(text_of(item.ptr(), made, read_));
      ++read_;
    }
  }

  std::shared_ptr<const void> items_;
  PyObject* iterator_;
  std::deque<std::vector<std::string>> rows_;
  std::int64_t read_ = 0;
  bool ended_ = false;
};

std::shared_ptr<const void> owner_of(py::object object) {
  return {object.release().ptr(), [](const void* held) {
            const py::gil_scoped_acquire interpreter;
            Py_DECREF(static_cast<PyObject*>(const_cast<void*>(held)));
          }};
}

RowsView rows_of(const py::array& matrix) {
  if (matrix.ndim() != 2)
    throw Error(ErrorCode::data, "", fmt::format("an array of {} axes", matrix.ndim()), "give one row an item");
  const auto view = [&](const auto* values) {
    const py::ssize_t size = matrix.itemsize();
    for (const int axis : {0, 1})
      if (matrix.strides(axis) % size != 0)
        throw Error(ErrorCode::data, "", "the numbers do not lie at multiples of their size", "copy the array first");
    return RowsView(values, matrix.shape(0), matrix.shape(1), matrix.strides(0) / size, owner_of(matrix),
                    matrix.strides(1) / size);
  };
  if (py::isinstance<py::array_t<float>>(matrix)) return view(static_cast<const float*>(matrix.data()));
  if (py::isinstance<py::array_t<double>>(matrix)) return view(static_cast<const double*>(matrix.data()));
  throw Error(ErrorCode::data, "", "numbers of type " + py::str(matrix.dtype()).cast<std::string>(),
              "give float32 or float64");
}

Data GivenData::for_run(Caller& caller) const {
  if (!stream) return data;
  Data now = data;
  now.rows = rows_of_function([stream = stream, &caller](auto& fields) { return stream->next(caller, fields); }, {});
  return now;
}

namespace {

/// columns: lists of texts. The lists are copied, so that nobody can change them while they are read; not the texts.
/// models: files that go with the rows.
GivenData texts_data(const py::list& columns, std::vector<std::string> names, std::vector<std::string> models) {
  struct Kept {
    std::vector<py::tuple> columns;
    std::deque<std::string> made;
  };
  const std::shared_ptr<Kept> kept(new Kept, [](Kept* held) {
    const py::gil_scoped_acquire interpreter;
    delete held;
  });
  std::vector<std::vector<std::string_view>> views;
  for (const py::handle column : columns) {
    const auto& items = kept->columns.emplace_back(py::tuple(py::reinterpret_borrow<py::object>(column)));
    auto& view = views.emplace_back();
    view.reserve(items.size());
    std::string made;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::string_view text = text_of(PyTuple_GET_ITEM(items.ptr(), i), made, std::ssize(view));
      view.push_back(text.data() == made.data() ? kept->made.emplace_back(text) : text);
    }
  }
  Source source;
  source.rows = rows_of_columns(std::move(views), std::move(names), kept);
  source.paths = std::move(models);
  return {source};
}

GivenData rows_data(const std::vector<py::array>& matrices) {
  GivenData given;
  for (const py::array& matrix : matrices) given.data.vectors.push_back(rows_of(matrix));
  return given;
}

Vocabulary vocabulary_of(const std::vector<std::string>& words, const std::string& name) {
  Vocabulary made;
  for (const std::string& word : words)
    if (made.add(word) != made.size() - 1 || made.size() == 0)
      throw Error(ErrorCode::data, name, "'" + word + "' occurs twice", "labels must differ");
  return made;
}

template <class T>
CsrMatrix<T> csr_of(const py::tuple& csr) {
  const auto numbers = [&]<class N>(int i, N) { return csr[i].cast<std::vector<N>>(); };
  return {csr[0].cast<Index>(), csr[1].cast<Index>(), numbers(2, std::int64_t{}), numbers(3, std::int32_t{}),
          numbers(4, T{})};
}

/// names: what the rows and the columns are called, or empty.
GivenData table_data(const std::vector<std::string>& rows, const std::vector<std::string>& cols,
                     const py::object& counts, const std::pair<std::string, std::string>& names) {
  const Data data =
      py::isinstance<py::array>(counts)
          ? table_in_memory(rows, cols, rows_of(counts))
          : table_in_memory(vocabulary_of(rows, "rows"), vocabulary_of(cols, "columns"), csr_of<double>(counts));
  LabelledCounts table = *data.table;
  std::tie(table.row_name, table.col_name) = names;
  return {table_in_memory(std::move(table))};
}

GivenData documents_data(const std::vector<std::pair<std::vector<std::string>, py::tuple>>& languages) {
  std::vector<CountedTexts> all;
  for (const auto& [words, counts] : languages) all.push_back({vocabulary_of(words, "words"), csr_of<float>(counts)});
  return {documents_in_memory(std::move(all))};
}

GivenData vectors_data(const std::vector<std::string>& words, const py::array_t<float, py::array::c_style>& values) {
  return {word_vectors_in_memory(WordVectors(vocabulary_of(words, "words"), values.shape(1),
                                             {values.data(), static_cast<std::size_t>(values.size())}, std::nullopt,
                                             owner_of(values)))};
}

GivenData files_data(std::vector<std::string> paths) { return {Source{.paths = std::move(paths)}}; }

GivenData stream_data(py::iterator items) { return {{}, std::make_shared<Stream>(std::move(items))}; }

}  // namespace

void define_data(py::module_& module) {
  py::class_<GivenData>(module, "Data");
  module.def("texts_data", texts_data, py::arg("columns"), py::arg("names"),
             py::arg("models") = std::vector<std::string>());
  module.def("rows_data", rows_data);
  module.def("table_data", table_data);
  module.def("documents_data", documents_data);
  module.def("vectors_data", vectors_data);
  module.def("files_data", files_data);
  module.def("stream_data", stream_data);
}

}  // namespace couplet::python
