#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/base/reading_limit.h"

namespace couplet {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t first_buffer_bytes = std::size_t{1} << 18;
constexpr std::size_t ending_bytes = 4;  // a byte-order mark and "\r" do not count as part of the line

}  // namespace

std::optional<std::int64_t> file_bytes(const std::string& path) {
  std::error_code failure;
  if (path == "-" || !std::filesystem::is_regular_file(path, failure)) return std::nullopt;
  return static_cast<std::int64_t>(std::filesystem::file_size(path));
}

LineReader::LineReader(const std::string& path, std::int64_t max_bytes) : LineReader(path, ByteRange(), max_bytes) {}

LineReader::LineReader(const std::string& path, ByteRange range, std::int64_t max_bytes)
    : input_(path), range_(range), max_bytes_(std::min(max_bytes, longest_text())) {
  buffer_.resize(first_buffer_bytes);
  if (range.begin == 0 && range.end == ByteRange().end) return;
  offset_ = std::max<std::int64_t>(range.begin - 1, 0);
  cut_ = input_.seek(offset_);
  if (!cut_) {
    at_end_ = range.begin > 0 || range.end == 0;
    offset_ = 0;
  } else if (range.begin > 0) {
    // The line of the byte before the range belongs to another one; if that byte is a line end, nothing is dropped.
    lines_before_ = -1;
    bool ended = false;
    for (std::string_view line; !ended && (!at_end_ || begin_ < end_);) ended = take(line);
    unended_before_ = !ended;
  }
  first_ = offset_;
}

/// What is there up to the next line end, or of a line without one: the rest of the file, or more than max_bytes.
/// True: there was a line end.
bool LineReader::take(std::string_view& line) {
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
    // Never more than what shows that a line is too long.
    if (end_ == buffer_.size())
      buffer_.resize(std::min(2 * end_, std::max(end_ + 1, static_cast<std::size_t>(max_bytes_) + ending_bytes + 1)));
    const std::int64_t count = input_.read(buffer_.data() + end_, static_cast<std::int64_t>(buffer_.size() - end_));
    at_end_ = count == 0;
    end_ += static_cast<std::size_t>(count);
  }
  line = {buffer_.data() + begin_,
          line_end ? static_cast<std::size_t>(line_end - buffer_.data()) - begin_ : end_ - begin_};
  const std::size_t taken = line.size() + (line_end ? 1 : 0);
  begin_ += taken;
  offset_ += static_cast<std::int64_t>(taken);
  return line_end != nullptr;
}

bool LineReader::next(std::string_view& line) {
  const bool first = offset_ == 0;
  if (cut_ && offset_ >= range_.end) return false;
  const bool ended = take(line);
  if (ended && line.ends_with('\r')) line.remove_suffix(1);
  if (first && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  if (!ended && line.empty()) return false;
  ++lines_read_;
  if (line.size() > static_cast<std::size_t>(max_bytes_)) refuse_long_text(place(), "the line", max_bytes_);
  return true;
}

std::int64_t LineReader::lines_before() const {
  if (lines_before_ >= 0) return lines_before_;
  Input input(input_.name());
  std::string block(first_buffer_bytes, '\0');
  std::int64_t lines = unended_before_ ? 1 : 0;
  for (std::int64_t left = first_; left > 0;) {
    const std::int64_t count = input.read(block.data(), std::min<std::int64_t>(left, std::ssize(block)));
    if (count == 0) break;
    lines += std::count(block.begin(), block.begin() + count, '\n');
    left -= count;
  }
  return lines_before_ = lines;
}

std::string LineReader::place() const { return fmt::format("{}:{}", input_.name(), line_number()); }

std::int64_t LineReader::position() const {
  return cut_ ? std::clamp(input_.position(), range_.begin, range_.end) - range_.begin : input_.position();
}

std::int64_t LineReader::size() const {
  return cut_ ? std::min(input_.size(), range_.end) - range_.begin : input_.size();
}

}  // namespace couplet
