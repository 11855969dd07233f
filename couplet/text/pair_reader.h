// Reading pairs of texts from files.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/text/source.h"

namespace couplet {

/// One pair of texts; valid until the next call.
struct TextPair {
  std::string left, right;
  std::vector<std::string> extra;  // further columns asked for
};

/// Streams pairs. Every text is valid UTF-8: a bad byte is Error(data) with file:line and the byte's number in the
/// line. Without `columns` and header a TSV line has exactly two columns; with either it may have more than needed,
/// never fewer. Files of unequal length are an error even when bad lines are skipped. A file without any pair is no
/// error here.
class PairReader {
 public:
  /// Opens the files. Throws Error(usage) for options that make no sense together, Error(io) for a missing file and
  /// Error(data) for a header without the columns asked for.
  explicit PairReader(Source files);
  ~PairReader();
  PairReader(PairReader&&) noexcept;
  PairReader& operator=(PairReader&&) noexcept;

  /// The next pair; false at the end. Throws Error(data) with the place.
  bool next(TextPair& pair);
  /// The last pair's line as it stands in the file, valid until the next call; of two files, both lines joined by a
  /// tab.
  std::string_view line() const;
  /// The header line; empty when there is none.
  std::string header_line() const;
  /// "train.tsv:41" of the last pair; of two files, the first.
  std::string place() const;
  /// Lines left out by BadLine::skip.
  std::int64_t skipped() const;
  /// Compressed bytes read and in all, for progress (0: unknown).
  std::int64_t position() const;
  std::int64_t size() const;

  class Layout;  // one file or two

 private:
  std::unique_ptr<Layout> layout_;
};

}  // namespace couplet
