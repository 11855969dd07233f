#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "couplet/base/error.h"
#include "couplet/base/input.h"

namespace couplet {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t first_buffer_bytes = std::size_t{1} << 18;
constexpr std::size_t ending_bytes = 4;  // a byte-order mark and "\r" do not count as part of the line

}  // namespace

LineReader::LineReader(const std::string& path, std::int64_t max_bytes) : input_(path), max_bytes_(max_bytes) {
  buffer_.resize(first_buffer_bytes);
}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = 0;  // bytes after begin_ known to hold no line end
  const char* line_end = nullptr;
  for (;;) {
    const char* start = buffer_.data() + begin_;
    const std::size_t available = end_ - begin_;
    line_end = static_cast<const char*>(std::memchr(start + searched, '\n', available - searched));
    if (line_end || at_end_ || available > static_cast<std::size_t>(max_bytes_) + ending_bytes) break;
    searched = available;
    std::memmove(buffer_.data(), start, available);
    begin_ = 0;
    end_ = available;
    if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
    const std::int64_t count = input_.read(buffer_.data() + end_, static_cast<std::int64_t>(buffer_.size() - end_));
    at_end_ = count == 0;
    end_ += static_cast<std::size_t>(count);
  }
  line = {buffer_.data() + begin_,
          line_end ? static_cast<std::size_t>(line_end - buffer_.data()) - begin_ : end_ - begin_};
  begin_ += line.size() + (line_end ? 1 : 0);
  if (line_end && line.ends_with('\r')) line.remove_suffix(1);
  if (line_number_ == 0 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  if (!line_end && line.empty()) return false;
  ++line_number_;
  if (line.size() > static_cast<std::size_t>(max_bytes_))
    throw Error(ErrorCode::data, place(), fmt::format("the line is longer than {} bytes", max_bytes_));
  return true;
}

std::string LineReader::place() const { return fmt::format("{}:{}", input_.name(), line_number_); }

}  // namespace couplet
