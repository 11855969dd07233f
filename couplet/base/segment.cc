#include "couplet/base/segment.h"

#include <fmt/format.h>

#include <algorithm>

#include "couplet/base/error.h"

namespace couplet {
namespace {

/// total * i / count without overflow, rounded up: what is not cut is in segment 0, however many there are.
std::int64_t beginning(std::int64_t total, std::int64_t i, std::int64_t count) {
  return total / count * i + (total % count * i + count - 1) / count;
}

}  // namespace

std::pair<std::int64_t, std::int64_t> Segment::of(std::int64_t total) const {
  if (index < 0 || span < 1 || index + span > count)
    throw Error(ErrorCode::usage, "", fmt::format("segment {} of {} segments", index, count),
                "they are numbered from 0");
  return {beginning(total, index, count), beginning(total, index + span, count)};
}

std::int64_t segments_for(std::int64_t bytes) { return std::clamp<std::int64_t>(bytes >> 18, 1, 64); }

std::pair<std::int64_t, std::int64_t> share_of(std::int64_t count, std::int64_t rank, std::int64_t size) {
  return Segment{rank, size}.of(count);
}

}  // namespace couplet
