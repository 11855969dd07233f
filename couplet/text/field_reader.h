// Chosen fields of the lines of one file: TSV columns or JSON keys.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/text/source.h"

namespace couplet {

/// Streams the fields asked for, each valid UTF-8.
///
/// TSV: with `columns` a line may have more columns than asked for but not fewer; without, and without a header,
/// exactly as many as there are default keys. JSON Lines: an object a line; strings are decoded, numbers and booleans
/// come as written; blank lines are passed over. Errors are Error(data) with file:line.
class FieldReader {
 public:
  /// The first path is read. default_keys: the JSON keys that are meant when `columns` is empty; of TSV, as many first
  /// columns. Reads the first line to tell the format. Throws Error(usage) for bad column or format names.
  FieldReader(Source source, std::vector<std::string> default_keys);
  ~FieldReader();
  FieldReader(FieldReader&&) noexcept;

  /// The fields of the next good line, in the order asked for; false at the end.
  bool next(std::vector<std::string>& fields);
  /// The last line as it stands in the file, valid until the next call; and the header, empty when there is none.
  std::string_view line() const;
  const std::string& header_line() const;
  /// "train.tsv:41" of the last line.
  std::string place() const;
  std::int64_t skipped() const;
  /// Compressed bytes read and in all (0: unknown).
  std::int64_t position() const;
  std::int64_t size() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// "a,b" -> a, b. Throws Error(usage) for an empty name.
std::vector<std::string> split_columns(std::string_view columns);

}  // namespace couplet
