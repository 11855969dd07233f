// A fixed part of some data.
#pragma once

#include <cstdint>
#include <utility>

namespace couplet {

/// Segment `index` (from 0) of `count`, or `span` of them from there: which data is in it depends on the data alone,
/// never on who reads it, and segments 0 to count - 1 read one after the other are the whole.
struct Segment {
  std::int64_t index = 0, count = 1, span = 1;

  bool whole() const { return span == count; }
  /// Which of `total` bytes or rows: [first, second). Error(usage) when there is no such segment.
  std::pair<std::int64_t, std::int64_t> of(std::int64_t total) const;
};

/// How many segments data of so many bytes is cut into: one below 512 KiB, at most 64.
std::int64_t segments_for(std::int64_t bytes);

/// The contiguous share [first, second) of `count` things that the member `rank` of `size` takes.
std::pair<std::int64_t, std::int64_t> share_of(std::int64_t count, std::int64_t rank, std::int64_t size);

}  // namespace couplet
