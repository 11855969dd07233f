// Segment sums in files: what a restart need not do again, and what other processes have done.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "couplet/base/error.h"

namespace couplet {

/// A folder with one file a segment and pass of a job. Files are written whole or not at all; one that is damaged or of
/// another job is as good as none. Several processes may use one folder at the same time.
class SegmentStore {
 public:
  /// part, parts: the share of the segments that this process does; the rest is left to others.
  explicit SegmentStore(std::string folder, std::int64_t part = 0, std::int64_t parts = 1);

  std::int64_t part() const { return part_; }
  std::int64_t parts() const { return parts_; }

  /// A job is told by everything that its sums depend on. Makes the folder; Error(io) when that fails.
  void begin_job(std::string_view identity);
  /// The next pass of the job over its data.
  void begin_pass(std::string_view name);

  /// Nothing when it is not there, or damaged.
  std::optional<std::string> load(std::int64_t segment) const;
  void save(std::int64_t segment, std::string_view bytes) const;

 private:
  std::string path(std::int64_t segment) const;

  std::string folder_, job_, pass_;
  std::int64_t part_, parts_, passes_ = 0;
};

/// Thrown when a process has done its share of a pass and the rest, which others do, is not there yet.
class PartDone : public Error {
 public:
  PartDone(std::string_view pass, std::int64_t done, std::int64_t segments);

  std::string pass;
  std::int64_t done, segments;
};

}  // namespace couplet
