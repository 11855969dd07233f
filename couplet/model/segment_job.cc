#include "couplet/model/segment_job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/base/input.h"
#include "couplet/base/version.h"
#include "couplet/linalg/blas_processor.h"
#include "couplet/model/segment_parts.h"

namespace couplet {
namespace {

constexpr const char *checkpoint = "checkpoint", *partial = "partial";

/// "2/4": the second of four parts.
std::pair<std::int64_t, std::int64_t> parse_part(const std::string& text) {
  std::int64_t part = 0, parts = 0;
  const char *begin = text.data(), *end = begin + text.size();
  const auto first = std::from_chars(begin, end, part);
  if (first.ec == std::errc() && first.ptr < end && *first.ptr == '/') {
    const auto second = std::from_chars(first.ptr + 1, end, parts);
    if (second.ec == std::errc() && second.ptr == end && part >= 1 && part <= parts) return {part - 1, parts};
  }
  throw Error(ErrorCode::usage, "--partial", "'" + text + "' is not a part", "write 2/4 for the second of four");
}

/// Names and contents of all files in it.
std::string identity_of_folder(const std::filesystem::path& folder) {
  const std::vector<std::filesystem::path> files = files_in(folder);
  std::string identity;
  for (const auto& file : files)
    identity += file.lexically_relative(folder).string() + " " + identity_of_file(file.string()) + "\n";
  return fmt::format("{} files {}", files.size(), hex64(hash64(identity)));
}

}  // namespace

std::string job_identity(const Method& method, const Data& data, const Parameters& parameters, const Run& run) {
  std::string identity = fmt::format("{} {} {} {} {}\n", library_version, method.name, method.schema_version, run.seed,
                                     blas_kernels());  // others round otherwise
  for (const Parameter& parameter : method.parameters) {
    if (parameter.name == checkpoint || parameter.name == partial) continue;
    const std::string& value = parameters.text(parameter.name);
    const bool file = parameter.type == ParameterType::file && !value.empty();
    identity += fmt::format("{}={}\n", parameter.name, file ? identity_of_file(value) : value);
  }
  return identity + identity_of_source(data);
}

std::string identity_of_file(const std::string& path) {
  if (std::filesystem::is_directory(path)) return identity_of_folder(path);
  const auto size = file_bytes(path);
  if (!size) return path;
  std::ifstream file(path, std::ios::binary);
  std::string piece(static_cast<std::size_t>(std::min<std::int64_t>(*size, 1 << 20)), '\0');
  Fingerprint content;
  while (file.read(piece.data(), std::ssize(piece)), file.gcount() > 0)
    content.add(std::string_view(piece).substr(0, static_cast<std::size_t>(file.gcount())));
  return fmt::format("{} {}", *size, hex64(content.value()));
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string identity_of_source(const Source& source) {
  std::string identity;
  for (const std::string& path : source.paths) identity += identity_of_file(path) + "\n";
  return identity + fmt::format("{} {} {} {} {} {}\n", source.columns, source.format, fmt::join(source.further, ","),
                                source.header, source.no_header, static_cast<int>(source.on_bad_line));
}

void require_rereadable(const Source& source) {
  if (source.paths.empty())
    throw Error(ErrorCode::usage, "--checkpoint", "is for data in files", "leave it out, or write the data to a file");
  for (const std::string& path : source.paths)
    if (!file_bytes(path) && !std::filesystem::is_directory(path))
      throw Error(ErrorCode::usage, "--checkpoint", path + " can be read only once", "give a file");
}

void add_segment_parameters(std::vector<Parameter>& parameters) {
  parameters.push_back({.name = checkpoint,
                        .type = ParameterType::output,  // which a request over HTTP may not name
                        .default_value = "",
                        .help = "folder that keeps the sums of segments: what is there is not computed again",
                        .kept_in_model = false,
                        .placeholder = "FOLDER"});
  parameters.push_back({.name = partial,
                        .type = ParameterType::text,
                        .default_value = "",
                        .help = "I/N: compute only part I of N of the sums, for others to go on from (--checkpoint)",
                        .kept_in_model = false,
                        .placeholder = "I/N"});
}

void require_team_method(const Method& method, std::span<const Method> methods, const Run& run) {
  if (run.team->size() == 1 || method.in_team) return;
  std::vector<std::string> names;
  for (const Method& other : methods)
    if (other.in_team) names.push_back(other.name);
  throw Error(ErrorCode::usage, method.name, "does not work in a team of processes yet",
              fmt::format("use one process; these work in a team: {}", fmt::join(names, ", ")));
}

std::optional<SegmentStore> segment_store_of(const Method& method, const Data& data, const Parameters& parameters,
                                             const Run& run) {
  if (!parameters.known(partial)) return std::nullopt;
  const std::string &folder = parameters.text(checkpoint), &part = parameters.text(partial);
  if (folder.empty()) {
    if (part.empty()) return std::nullopt;
    throw Error(ErrorCode::usage, "--partial", "where the sums shall be kept is not said", "add --checkpoint FOLDER");
  }
  require_rereadable(data);
  if (!part.empty() && run.team->size() > 1)
    throw Error(ErrorCode::usage, "--partial", "a team shares its work by itself", "leave it out");
  const auto [index, count] = part.empty() ? std::pair<std::int64_t, std::int64_t>{0, 1} : parse_part(part);
  SegmentStore store(folder, index, count);
  // Read whole once, by the first process: require_agreement has seen that the others have the same.
  const std::string identity =
      run.team->broadcast(run.team->is_first() ? job_identity(method, data, parameters, run) : std::string());
  store.begin_job(identity);
  if (run.team->is_first()) describe_job(folder, identity, method, data, parameters, run);
  return store;
}

}  // namespace couplet
