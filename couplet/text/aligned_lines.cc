#include "couplet/text/aligned_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "couplet/base/error.h"
#include "couplet/text/utf8.h"

namespace couplet {

AlignedLines::AlignedLines(const Source& files, std::string remedy)
    : remedy_(std::move(remedy)), skip_(files.on_bad_line == BadLine::skip) {
  ByteRange range;
  if (!files.segment.whole()) {
    const bool cut = std::all_of(files.paths.begin(), files.paths.end(),
                                 [](const std::string& path) { return file_bytes(path).has_value(); });
    if (!cut && files.segment.index > 0) return;
    if (cut) std::tie(range.begin, range.end) = files.segment.of(*file_bytes(files.paths[0]));
  }
  for (const std::string& path : files.paths) readers_.emplace_back(path, readers_.empty() ? range : ByteRange());
  lines_.resize(readers_.size());
}

/// Takes the other files to the line that the first one begins with.
void AlignedLines::catch_up() {
  caught_up_ = true;
  const std::int64_t before = readers_[0].lines_before();
  for (std::size_t i = 1; i < readers_.size(); ++i)
    for (std::int64_t line = 0; line < before; ++line)
      if (!readers_[i].next(lines_[i])) fail_unequal(readers_[i], readers_[0]);
}

bool AlignedLines::next(std::vector<std::string>& texts) {
  if (readers_.empty()) return false;
  texts.resize(readers_.size());
  for (;;) {
    const LineReader *shorter = nullptr, *longer = nullptr;
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      const bool more = readers_[i].next(lines_[i]);
      (more ? longer : shorter) = &readers_[i];
      if (i == 0 && !more && !readers_[0].ends_file()) return false;
      if (i == 0 && !caught_up_) catch_up();
    }
    if (!longer) return false;
    if (shorter) fail_unequal(*shorter, *longer);
    bool good = true;
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      if (!is_utf8(lines_[i])) {
        good = false;
        if (!skip_) require_utf8(lines_[i], readers_[i].place());
      }
      texts[i].assign(lines_[i]);
    }
    if (good) return true;
    ++skipped_;
  }
}

void AlignedLines::fail_unequal(const LineReader& shorter, const LineReader& longer) const {
  throw Error(ErrorCode::data, fmt::format("{}:{}", shorter.name(), shorter.line_number() + 1),
              fmt::format("the file ends here but {} has more lines", longer.name()), remedy_);
}

std::int64_t AlignedLines::position() const {
  std::int64_t sum = 0;
  for (const LineReader& reader : readers_) sum += reader.position();
  return sum;
}

std::int64_t AlignedLines::size() const {
  std::int64_t sum = 0;
  for (const LineReader& reader : readers_) {
    if (reader.size() == 0) return 0;
    sum += reader.size();
  }
  return sum;
}

}  // namespace couplet
