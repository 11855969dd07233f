#include "couplet/model/team_agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/base/input.h"
#include "couplet/linalg/blas_processor.h"
#include "couplet/model/segment_job.h"

namespace couplet {
namespace {

/// Quickly: its size, and its first and last 64 KiB.
std::string glance_at_file(const std::string& path, std::int64_t size) {
  constexpr std::int64_t looked_at = 1 << 16;
  std::ifstream file(path, std::ios::binary);
  std::string ends(static_cast<std::size_t>(std::min(size, looked_at)), '\0');
  file.read(ends.data(), std::ssize(ends));
  const std::uint64_t hash = hash64(ends);
  file.seekg(size - std::ssize(ends));
  file.read(ends.data(), std::ssize(ends));
  return fmt::format("{} {}", size, hex64(hash64(ends, hash)));
}

std::string glance_at_folder(const std::filesystem::path& folder) {
  std::string names;
  for (const auto& file : files_in(folder))
    names += fmt::format("{} {}\n", file.lexically_relative(folder).string(), std::filesystem::file_size(file));
  return hex64(hash64(names));
}

/// Nothing for what can be read only once.
std::optional<std::string> glance_at(const std::string& path) {
  if (std::filesystem::is_directory(path)) return glance_at_folder(path);
  if (const auto size = file_bytes(path)) return glance_at_file(path, *size);
  // What is not there is said by who reads it.
  return std::filesystem::exists(path) || path == "-" ? std::nullopt : std::optional<std::string>("absent");
}

bool all_equal(const std::vector<std::string>& values) {
  return std::all_of(values.begin(), values.end(), [&](const std::string& value) { return value == values[0]; });
}

}  // namespace

void require_agreement(std::span<const std::string> paths, const Run& run) {
  if (run.team->size() == 1) return;
  const std::vector<std::string> kernels = run.team->gather(std::string(blas_kernels()));
  const auto other = std::find_if(kernels.begin(), kernels.end(), [&](const auto& name) { return name != kernels[0]; });
  if (other != kernels.end())
    throw Error(ErrorCode::usage, "team of processes",
                fmt::format("their processors round in different ways ({} and {})", kernels[0], *other),
                "take machines of one kind, or set OPENBLAS_CORETYPE=Haswell for all");
  for (const std::string& path : paths) {
    // Each says what it has before one of them may fail: who waits for an answer gets one.
    const std::optional<std::string> mine = glance_at(path);
    const std::vector<std::string> seen = run.team->gather(mine.value_or("read once"));
    if (std::find(seen.begin(), seen.end(), "read once") != seen.end())
      throw Error(ErrorCode::usage, path == "-" ? "standard input" : path,
                  "can be read only once, and every process of a team reads its part", "write it to a file");
    if (!all_equal(seen))
      throw Error(ErrorCode::usage, path, "is not the same for all processes",
                  "give a path at which all machines have the same data");
  }
}

}  // namespace couplet
