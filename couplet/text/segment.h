// A fixed part of some data.
#pragma once

#include <cstdint>
#include <utility>

namespace couplet {

/// Segment `index` (from 0) of `count`: which data is in it depends on the data alone, never on who reads it, and
/// segments 0 to count - 1 read one after the other are the whole.
struct Segment {
  std::int64_t index = 0, count = 1;

  bool whole() const { return count == 1; }
  /// Which of `total` bytes or rows: [first, second). Error(usage) when there is no such segment.
  std::pair<std::int64_t, std::int64_t> of(std::int64_t total) const;
};

}  // namespace couplet
