#include "python/module/work.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "couplet/couplet.h"
#include "couplet/tasks/file_check.h"
#include "python/module/caller.h"
#include "python/module/collections.h"
#include "python/module/columns.h"
#include "python/module/data.h"
#include "python/module/model.h"

namespace couplet::python {
namespace {

namespace py = pybind11;

using Options = std::map<std::string, std::string>;
using MutableModel = std::shared_ptr<LoadedModel>;  // as pybind11 holds it; nothing changes it

py::list report_of(const FitReport& report) {
  py::list all;
  for (const ReportEntry& entry : report.entries) all.append(py::make_tuple(entry.name, entry.value));
  return all;
}

MutableModel model_of(Fitted&& fitted) {
  return std::make_shared<LoadedModel>(fitted.model->header().method, std::move(fitted.model));
}

/// Reads sources as a command line does: format, columns, header, on-bad-line are those of `reading`.
py::tuple fit_data(const std::string& method, const GivenData& given, const Options& options, const Options& reading,
                   const py::dict& settings) {
  const Method& found = find_method(all_methods(), method);
  const Parameters parameters = Parameters::resolve(found.parameters, options);
  Caller caller(settings);
  const Data data =
      Request{.options = Parameters::resolve(data_parameters(), reading), .given = {{"data", given.for_run(caller)}}}
          .data("data");
  RequestFiles files{.read = data.paths, .written = {}};
  files.add(found.parameters, parameters);
  check_files(files);
  Fitted fitted;
  caller.run([&](const Run& run) { fitted = fit_model(found, data, parameters, all_methods(), run); });
  py::list report = report_of(fitted.report);
  return py::make_tuple(model_of(std::move(fitted)), report);
}

const Task& task_named(const std::string& name) {
  for (const Task& task : all_tasks())
    if (task.name == name) return task;
  throw Error(ErrorCode::usage, name, "is no task");
}

py::tuple run_task(const std::string& name, const std::map<std::string, std::vector<std::string>>& words,
                   const Options& options, const std::map<std::string, MutableModel>& models,
                   const std::map<std::string, const GivenData*>& given, const py::dict& settings,
                   const std::shared_ptr<Collections>& collections) {
  const Task& task = task_named(name);
  Caller caller(settings);
  Request request{.options = Parameters::resolve(task.parameters, options)};
  request.words.insert(words.begin(), words.end());
  for (const auto& [input, data] : given) request.given[input] = data->for_run(caller);
  request.open_model = [&](const std::string& word) -> SharedModel {
    const auto found = models.find(word);
    return found == models.end() ? LoadedModel::open(word) : found->second;
  };
  request.is_model = [&](const std::string& word) { return models.contains(word) || is_model_file(word); };
  if (task.check) task.check(request);
  check_files(files_of(task, request));
  Columns columns;
  Answer answer;
  caller.run([&](const Run& run) {
    if (collections)
      request.find_collection = [&](const std::string& path, const LoadedModel& model, Side) {
        return collections->find(path, model, run);
      };
    answer = task.run(request, columns, run);
  });
  const py::object made = answer.made.model ? py::cast(model_of({std::move(answer.made.model), {}})) : py::none();
  return py::make_tuple(columns.take(), answer.yes, made, report_of(answer.made.report));
}

/// The tables: of each pair, then what the task prints; and a picture.
py::tuple filter_data(const MutableModel& model, const GivenData& given, const Options& options,
                      const py::dict& settings) {
  Caller caller(settings);
  const Parameters all = Parameters::resolve(task_named("filter").parameters, options);
  const auto number = [&](const char* name) { return all.has(name) ? std::optional(all.real(name)) : std::nullopt; };
  FilterRule rule{number("keep-fraction"), number("min-z"), number("min-quality"), std::nullopt,
                  all.real("length-weight")};
  if (all.has("keep-best")) rule.keep_best = all.integer("keep-best");
  const Data data = Request{.options = all, .given = {{"data", given.for_run(caller)}}}.data("data");
  FilteredPairs filtered;
  caller.run([&](const Run& run) { filtered = filter_pairs(*model, data, rule, run); });
  using enum CellType;
  Columns tables;
  Table table(tables, "filtered",
              {{"pair", integer},
               {"kept", truth},
               {"reason", text},
               {"quality", real},
               {"score", real},
               {"z", real},
               {"length", real}});
  for (std::size_t i = 0; i < filtered.judged.size(); ++i) {
    const PairQuality& one = filtered.judged[i];
    table.row({static_cast<std::int64_t>(i), filtered.reasons[i].empty(), filtered.reasons[i], finite_cell(one.quality),
               finite_cell(one.score.value), finite_cell(one.score.z), one.length});
  }
  show_filtered(filtered, tables);
  if (all.flag("each")) show_judged(filtered, tables);
  return py::make_tuple(tables.take(), filter_picture(filtered, "the data given"));
}

/// The vectors of texts or rows, and whether each has a known word. Rows are read and embedded part by part.
py::tuple embed_data(const MutableModel& model, const GivenData& given, const std::string& side, const Options& reading,
                     const py::dict& settings) {
  constexpr Index part = 16384;  // a multiple of every method's block: parts change no number
  const EmbedsSides& embedder = model->require<EmbedsSides>();
  const Side which = side == "right" ? Side::right : Side::left;
  Caller caller(settings);
  const Data data =
      Request{.options = Parameters::resolve(data_parameters(), reading), .given = {{"data", given.for_run(caller)}}}
          .data("data");
  if (data.vectors.size() == 1) {
    const RowsView& rows = data.vectors[0];
    py::array_t<double> all({rows.rows(), embedder.dimension()});
    py::array_t<bool> known(rows.rows());
    double* out = all.mutable_data();
    bool* flags = known.mutable_data();
    caller.run([&](const Run& run) {
      Stage stage(*run.observer, "embedding rows", rows.rows(), "rows");
      for (Index begin = 0; begin < rows.rows(); begin += part) {
        Items items;
        items.rows.resize(std::min(part, rows.rows() - begin), rows.cols());
        rows.read(begin, items.rows.rows(), {items.rows.data(), static_cast<std::size_t>(items.rows.size())});
        const Embedded embedded = embedder.embed(which, items, run);
        std::copy_n(embedded.rows.data(), embedded.rows.size(), out + begin * embedded.rows.cols());
        std::copy(embedded.known.begin(), embedded.known.end(), flags + begin);
        stage.advance_to(begin + items.size());
      }
    });
    return py::make_tuple(all, known);
  }
  auto embedded = std::make_unique<Embedded>();
  caller.run([&](const Run& run) {
    *embedded = embed_collection(embedder, which, read_collection(data, 0, run), run);
    warn_of_coverage(run, std::count(embedded->known.begin(), embedded->known.end(), true), embedded->rows.rows(),
                     "texts have a known word");
  });
  py::array_t<bool> known(embedded->rows.rows());
  std::copy(embedded->known.begin(), embedded->known.end(), known.mutable_data());
  Embedded* kept = embedded.release();
  const py::capsule owner(kept, [](void* held) { delete static_cast<Embedded*>(held); });
  return py::make_tuple(py::array_t<double>({kept->rows.rows(), kept->rows.cols()}, kept->rows.data(), owner), known);
}

MatrixD matrix_of(const py::array& array) {
  const RowsView view = rows_of(array);
  MatrixD matrix(view.rows(), view.cols());
  view.read(0, view.rows(), {matrix.data(), static_cast<std::size_t>(matrix.size())});
  return matrix;
}

std::shared_ptr<Classifier> fit_classifier(const py::array& rows, const std::vector<std::string>& labels,
                                           const std::string& by, std::int64_t neighbours, double cost,
                                           const py::dict& settings) {
  using Kind = ClassifierOptions::Kind;
  std::shared_ptr<Classifier> made;
  MatrixD matrix = matrix_of(rows);
  const ClassifierOptions options{by == "linear" ? Kind::linear : Kind::neighbours, neighbours, cost,
                                  Comparison::inner_product};
  Caller(settings).run([&](const Run& run) { made = make_classifier(std::move(matrix), labels, options, run); });
  return made;
}

py::tuple classify_rows(const Classifier& classifier, const py::array& rows, const py::dict& settings) {
  std::vector<Classified> found;
  const MatrixD matrix = matrix_of(rows);
  Caller(settings).run([&](const Run& run) { found = classifier.classify(matrix, run); });
  py::array_t<std::int64_t> labels(std::ssize(found));
  py::array_t<double> shares(std::ssize(found));
  for (std::size_t i = 0; i < found.size(); ++i) {
    labels.mutable_data()[i] = found[i].label;
    shares.mutable_data()[i] = found[i].share;
  }
  return py::make_tuple(labels, shares);
}

}  // namespace

void define_work(py::module_& module) {
  module.def("fit", fit_data);
  module.def("run_task", run_task);
  module.def("filter", filter_data);
  module.def("embed", embed_data);
  module.def("forget_threads", forget_threads);
  py::class_<Classifier, std::shared_ptr<Classifier>>(module, "Classifier")
      .def_property_readonly("labels", &Classifier::labels)
      .def("classify", classify_rows);
  module.def("fit_classifier", fit_classifier);
}

}  // namespace couplet::python
