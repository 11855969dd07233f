#include "couplet/base/segment_store.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/base/part_bytes.h"

namespace couplet {

PartDone::PartDone(std::string_view name, std::int64_t own, std::int64_t all)
    : Error(ErrorCode::usage, "--partial",
            fmt::format("{} of {} segments ({}) are done, the others are not all there yet", own, all, name),
            "run it again when they are"),
      pass(name),
      done(own),
      segments(all) {}

SegmentStore::SegmentStore(std::string folder, std::int64_t part, std::int64_t parts)
    : folder_(std::move(folder)), part_(part), parts_(parts) {}

void SegmentStore::begin_job(std::string_view identity) {
  std::error_code failure;
  std::filesystem::create_directories(folder_, failure);
  if (failure) throw Error(ErrorCode::io, folder_, "cannot be made: " + failure.message());
  job_ = hex64(hash64(identity));
  passes_ = 0;
}

void SegmentStore::begin_pass(std::string_view name) { pass_ = fmt::format("{}-{}", ++passes_, hex64(hash64(name))); }

std::string SegmentStore::path(std::int64_t segment) const {
  return fmt::format("{}/{}-{}-{}.sums", folder_, job_, pass_, segment);
}

std::optional<std::string> SegmentStore::load(std::int64_t segment) const {
  std::ifstream file(path(segment), std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  constexpr std::size_t checksum = sizeof(std::uint64_t);
  if (bytes.size() < checksum) return std::nullopt;
  const auto written = PartReader(std::string_view(bytes).substr(bytes.size() - checksum)).get<std::uint64_t>();
  bytes.resize(bytes.size() - checksum);
  if (hash64(bytes) != written) return std::nullopt;
  return bytes;
}

void SegmentStore::save(std::int64_t segment, std::string_view bytes) const {
  PartWriter checksum;
  checksum.put(hash64(bytes));
  AtomicFile file(path(segment));
  file.write(bytes);
  file.write(checksum.take());
  file.commit();
}

}  // namespace couplet
