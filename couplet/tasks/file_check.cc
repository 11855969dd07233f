#include "couplet/tasks/file_check.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"

namespace couplet {
namespace {

using Identity = std::pair<dev_t, ino_t>;

std::optional<Identity> identity_of(const struct stat& status) {
  if (!S_ISREG(status.st_mode)) return std::nullopt;  // a device or a pipe is not replaced
  return Identity{status.st_dev, status.st_ino};
}

std::optional<Identity> identity_of(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 ? identity_of(status) : std::nullopt;
}

std::optional<Identity> identity_of(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? identity_of(status) : std::nullopt;
}

bool same_file(const std::string& a, const std::string& b) {
  if (names_standard_output(a) || names_standard_output(b)) return names_standard_output(a) && names_standard_output(b);
  if (const auto identity = identity_of(a)) return identity == identity_of(b);
  std::error_code unknown;
  return std::filesystem::weakly_canonical(a, unknown) == std::filesystem::weakly_canonical(b, unknown) && !unknown &&
         !std::filesystem::exists(a, unknown);
}

void refuse(const std::string& path, const char* problem) {
  throw Error(ErrorCode::usage, path, problem, "write to another file");
}

}  // namespace

void RequestFiles::add(std::span<const Parameter> schema, const Parameters& values) {
  for (const Parameter& parameter : schema) {
    const bool output = parameter.type == ParameterType::output;
    if (!output && parameter.type != ParameterType::file) continue;
    if (parameter.placeholder == "FOLDER") continue;  // made when it is not there, and never replaced
    if (!values.has(parameter.name)) continue;
    if (output)
      written.push_back(values.text(parameter.name));
    else
      std::ranges::copy(listed_files(values.text(parameter.name)), std::back_inserter(read));
  }
}

RequestFiles files_of(const Task& task, const Request& request) {
  RequestFiles files;
  for (const TaskInput& input : task.inputs)
    if (input.shape != InputShape::text)
      for (const std::string& path : request.all(input.name)) files.read.push_back(path);
  files.add(task.parameters, request.options);
  return files;
}

std::vector<std::pair<std::string, std::string>> plan_of(const Task& task, const Request& request,
                                                         const RequestFiles& files) {
  std::vector<std::pair<std::string, std::string>> steps;
  for (const std::string& path : files.read) steps.emplace_back("read", describe_file(path));
  if (task.plan)
    for (auto& step : task.plan(request)) steps.push_back(std::move(step));
  for (const std::string& path : files.written) steps.emplace_back("write", path);
  return steps;
}

void check_files(const RequestFiles& files) {
  for (auto written = files.written.begin(); written != files.written.end(); ++written) {
    AtomicFile::require_writable(*written);
    if (std::any_of(files.written.begin(), written, [&](const auto& other) { return same_file(*written, other); }))
      refuse(*written, "is written twice");
    const auto identity = names_standard_output(*written) ? identity_of(STDOUT_FILENO) : identity_of(*written);
    if (!identity) continue;
    for (const std::string& read : files.read)
      if (identity == (read == "-" ? identity_of(STDIN_FILENO) : identity_of(read)))
        refuse(*written, "is also read, and would be replaced");
    if (!names_standard_output(*written) && identity == identity_of(STDOUT_FILENO))
      refuse(*written, "is also standard output");
  }
}

bool uses_standard_output(const RequestFiles& files) {
  return std::any_of(files.written.begin(), files.written.end(), names_standard_output);
}

}  // namespace couplet
