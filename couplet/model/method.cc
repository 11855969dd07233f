#include "couplet/model/method.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "couplet/base/error.h"
#include "couplet/base/version.h"
#include "couplet/model/container.h"
#include "couplet/model/segment_job.h"
#include "couplet/model/team_agreement.h"
#include "couplet/model/whole_file.h"

namespace couplet {
namespace {

/// Models that may lie in one another.
constexpr int deepest_part = 16;

std::vector<std::string> names_of(std::span<const Method> methods) {
  std::vector<std::string> names;
  for (const Method& method : methods) names.push_back(method.name);
  return names;
}

const Method* find(std::span<const Method> methods, const std::string& name) {
  for (const Method& method : methods) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

}  // namespace

ModelHeader Fitting::header(std::int64_t data_rows, std::string fingerprint,
                            std::vector<std::pair<std::string, std::string>> details) const {
  ModelHeader header;
  header.method = method.name;
  header.schema_version = method.schema_version;
  header.parameters = parameters.kept();
  header.details = std::move(details);
  header.data_rows = data_rows;
  header.data_fingerprint = std::move(fingerprint);
  header.seed = run.seed;
  header.library_version = library_version;
  return header;
}

std::unique_ptr<Model> Fitting::load(const std::string& path) const { return load_model(path, methods); }

const Method& find_method(std::span<const Method> methods, const std::string& name) {
  if (const Method* method = find(methods, name)) return *method;
  const std::vector<std::string> names = names_of(methods);
  const std::string near = nearest_word(name, names);
  throw Error(ErrorCode::usage, "", fmt::format("unknown method '{}'", name),
              near.empty() ? fmt::format("the methods are {}", fmt::join(names, ", "))
                           : fmt::format("did you mean '{}'?", near));
}

Fitted fit_model(const Method& method, const Data& data, const Parameters& parameters, std::span<const Method> methods,
                 const Run& run) {
  require_team_method(method, methods, run);
  require_agreement(data.paths, run);
  std::optional<SegmentStore> store = segment_store_of(method, data, parameters, run);
  Run with_store = run;
  with_store.store = store ? &*store : nullptr;
  Fitted fitted = method.fit(data, {method, parameters, methods, with_store});
  // The first process writes the model: what the others have may lack what they do not need.
  return run.team->is_first() ? with_self_test(std::move(fitted)) : std::move(fitted);
}

Fitted with_self_test(Fitted fitted) {
  std::vector<SelfTestCase> cases;
  for (std::vector<std::string>& input : fitted.model->self_test_inputs()) {
    std::vector<double> expected = fitted.model->self_test(input);
    cases.push_back({std::move(input), std::move(expected)});
  }
  cases.push_back({{}, numbers_of_whole(*fitted.model)});
  fitted.model->header_.self_test = std::move(cases);
  return fitted;
}

std::unique_ptr<Model> load_model(const ModelFile& file, const Loading& loading) {
  const ModelHeader& header = file.header();
  if (loading.depth > deepest_part)
    throw Error(ErrorCode::model, file.path(), fmt::format("models lie in one another deeper than {}", deepest_part),
                "fit the model again");
  const Method* method = find(loading.methods, header.method);
  if (method == nullptr)
    throw Error(ErrorCode::model, file.path(),
                fmt::format("made by the method '{}', which this program does not have", header.method),
                "use the version of Couplet that wrote it");
  if (header.schema_version < 1 || header.schema_version > method->schema_version)
    throw Error(ErrorCode::model, file.path(),
                fmt::format("{} model of schema version {}, this program reads up to {}", header.method,
                            header.schema_version, method->schema_version),
                "use the version of Couplet that wrote it, or fit the model again");
  try {
    return method->load(file, loading);
  } catch (const Error& error) {
    // What a user could have mistyped, or have in the data, is damage in a file.
    if (error.code() != ErrorCode::usage && error.code() != ErrorCode::data) throw;
    throw Error(ErrorCode::model, file.path(), (error.place().empty() ? "" : error.place() + ": ") + error.problem(),
                "fit the model again");
  }
}

std::unique_ptr<Model> load_model(const ModelFile& file, std::span<const Method> methods) {
  return load_model(file, Loading{methods});
}

std::unique_ptr<Model> load_model(const std::string& path, std::span<const Method> methods) {
  return load_model(ModelFile(path), methods);
}

std::unique_ptr<Model> load_model_bytes(std::string bytes, std::span<const Method> methods, const std::string& name) {
  const auto kept = std::make_shared<const std::string>(std::move(bytes));
  return load_model(ModelFile(name, *kept, kept), methods);
}

}  // namespace couplet
