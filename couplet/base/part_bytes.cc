#include "couplet/base/part_bytes.h"

#include "couplet/base/error.h"

namespace couplet {
namespace {

[[noreturn]] void cut_short() { throw Error(ErrorCode::io, "", "the sums of a segment are cut short", "run again"); }

}  // namespace

std::size_t PartReader::list_size(std::size_t value_bytes) {
  const auto count = get<std::int64_t>();
  if (count < 0 || static_cast<std::size_t>(count) > rest_.size() / value_bytes) cut_short();
  return static_cast<std::size_t>(count);
}

const char* PartReader::next(std::size_t count) {
  if (count > rest_.size()) cut_short();
  const char* const bytes = rest_.data();
  rest_.remove_prefix(count);
  return bytes;
}

}  // namespace couplet
