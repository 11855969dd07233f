#include "couplet/model/segment_job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <filesystem>
#include <fstream>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/base/input.h"
#include "couplet/base/version.h"
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

}  // namespace

std::string job_identity(const Method& method, const Data& data, const Parameters& parameters, const Run& run) {
  std::string identity = fmt::format("{} {} {} {}\n", library_version, method.name, method.schema_version, run.seed);
  for (const Parameter& parameter : method.parameters) {
    if (parameter.name == checkpoint || parameter.name == partial) continue;
    const std::string& value = parameters.text(parameter.name);
    const bool file = parameter.type == ParameterType::file && !value.empty();
    identity += fmt::format("{}={}\n", parameter.name, file ? identity_of_file(value) : value);
  }
  return identity + identity_of_source(data);
}

std::string identity_of_file(const std::string& path) {
  const auto size = file_bytes(path);
  if (!size) return path;
  constexpr std::int64_t looked_at = 1 << 16;
  std::ifstream file(path, std::ios::binary);
  std::string ends(static_cast<std::size_t>(std::min(*size, looked_at)), '\0');
  const auto length = static_cast<std::streamsize>(ends.size());
  file.read(ends.data(), length);
  const std::uint64_t hash = hash64(ends);
  file.seekg(*size - length);
  file.read(ends.data(), length);
  return fmt::format("{} {}", *size, hex64(hash64(ends, hash)));
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
  const std::string identity = job_identity(method, data, parameters, run);
  store.begin_job(identity);
  if (run.team->is_first()) describe_job(folder, identity, method, data, parameters, run);
  return store;
}

}  // namespace couplet
