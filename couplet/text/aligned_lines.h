// Line i of several files together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/base/input.h"
#include "couplet/text/source.h"

namespace couplet {

/// Streams line i of every path of a source, all valid UTF-8. A bad byte is Error(data) with file:line, or leaves
/// line i of all files out with BadLine::skip. Files of unequal length are Error(data) always, with `remedy`. A segment
/// is cut by the first file; when one of the files is a pipe, all is in segment 0.
class AlignedLines {
 public:
  AlignedLines(const Source& files, std::string remedy);

  /// Line i of every file; false at the end.
  bool next(std::vector<std::string>& texts);
  /// "left.txt:41", in the first file.
  std::string place() const { return readers_.empty() ? "" : readers_[0].place(); }
  std::int64_t skipped() const { return skipped_; }
  /// Compressed bytes read and in all (0: unknown).
  std::int64_t position() const;
  std::int64_t size() const;

 private:
  void catch_up();
  [[noreturn]] void fail_unequal(const LineReader& shorter, const LineReader& longer) const;

  std::vector<LineReader> readers_;  // none: nothing is in this segment
  std::vector<std::string_view> lines_;
  std::string remedy_;
  bool skip_, caught_up_ = false;
  std::int64_t skipped_ = 0;
};

}  // namespace couplet
