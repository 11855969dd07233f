#include "couplet/model/method.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "couplet/base/error.h"
#include "couplet/base/version.h"
#include "couplet/model/container.h"

namespace couplet {
namespace {

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

ModelHeader fitted_header(std::string method, const Parameters& parameters, std::int64_t data_rows,
                          std::string fingerprint, const Run& run) {
  ModelHeader header;
  header.method = std::move(method);
  header.parameters = parameters.kept();
  header.data_rows = data_rows;
  header.data_fingerprint = std::move(fingerprint);
  header.seed = run.seed;
  header.library_version = library_version;
  return header;
}

const Method& find_method(std::span<const Method> methods, const std::string& name) {
  if (const Method* method = find(methods, name)) return *method;
  const std::vector<std::string> names = names_of(methods);
  const std::string near = nearest_word(name, names);
  throw Error(ErrorCode::usage, "", fmt::format("unknown method '{}'", name),
              near.empty() ? fmt::format("the methods are {}", fmt::join(names, ", "))
                           : fmt::format("did you mean '{}'?", near));
}

std::unique_ptr<Model> load_model(const std::string& path, std::span<const Method> methods) {
  const ModelFile file(path);
  const ModelHeader& header = file.header();
  const Method* method = find(methods, header.method);
  if (method == nullptr)
    throw Error(ErrorCode::model, path,
                fmt::format("made by the method '{}', which this program does not have", header.method),
                "use the version of Couplet that wrote it");
  if (header.schema_version < 1 || header.schema_version > method->schema_version)
    throw Error(ErrorCode::model, path,
                fmt::format("{} model of schema version {}, this program reads up to {}", header.method,
                            header.schema_version, method->schema_version),
                "use the version of Couplet that wrote it, or fit the model again");
  return method->load(file);
}

}  // namespace couplet
