// Chosen fields of lines or rows: TSV columns, JSON keys, columns of rows in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/text/source.h"

namespace couplet {

struct ByteRange;  // base/input.h

/// Streams the fields asked for, each valid UTF-8.
///
/// TSV: with `columns` a line may have more columns than asked for but not fewer; without, exactly as many as there are
/// default keys and `further` columns, or the default keys stand in the header. JSON Lines: an object a line; strings
/// are decoded, numbers and booleans come as written; blank lines are passed over. Rows are like TSV, their columns'
/// names like a header. Errors are Error(data) with file:line, or "row 41" (from 1).
class FieldReader {
 public:
  /// The first path is read, or the rows. default_keys: the JSON keys (or named columns of rows) that are meant when
  /// `columns` is empty; of TSV, as many columns; no keys: all columns. Reads the first line to tell the format.
  /// Throws Error(usage) for bad column or format names.
  FieldReader(Source source, std::vector<std::string> default_keys);
  /// The lines that begin in `range`, whatever the source's segment is.
  FieldReader(Source source, std::vector<std::string> default_keys, ByteRange range);
  ~FieldReader();
  FieldReader(FieldReader&&) noexcept;

  /// The fields of the next good line, in the order asked for; false at the end.
  bool next(std::vector<std::string>& fields);
  /// The last line as it stands in the file (of rows, the fields joined by tabs), valid until the next call; and the
  /// header, empty when there is none.
  std::string_view line() const;
  const std::string& header_line() const;
  /// "train.tsv:41" of the last line.
  std::string place() const;
  std::int64_t skipped() const;
  /// Compressed bytes or rows read and in all (0: unknown).
  std::int64_t position() const;
  std::int64_t size() const;

  class Records;  // lines of a file, or rows

 private:
  std::unique_ptr<Records> records_;
  bool skip_;
  std::int64_t skipped_ = 0;
};

/// "a,b" -> a, b. Throws Error(usage) for an empty name.
std::vector<std::string> split_columns(std::string_view columns);

}  // namespace couplet
