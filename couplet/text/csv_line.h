// Lines of separated values: CSV with quotes (RFC 4180), or TSV.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/input.h"

namespace couplet {

/// What stands between fields, and whether a field may stand in quotes.
struct CsvDialect {
  char separator = ',';
  bool quotes = true;
};

/// The dialect of a file, told by its first line. separator 0: a tab when the line has one, else the more frequent of
/// comma and semicolon outside quotes (a comma when neither is there). Quotes mean something with commas and
/// semicolons; with tabs only when the first field is quoted (as R's write.table does it), since words like " are
/// common in TSV.
CsvDialect detect_dialect(std::string_view first_line, char separator = 0);

/// Splits records into fields, line by line: a quoted field may go on in the next line (its line ends become "\n").
class CsvLine {
 public:
  explicit CsvLine(CsvDialect dialect) : dialect_(dialect) {}

  /// Takes the line that `reader` just returned. True: the record is complete; false: a quoted field is still open and
  /// the next line belongs to it. Error(data) for text after a closing quote and for a record beyond longest_text();
  /// the next line then starts a record of its own. A quote inside a field that does not begin with one is a character
  /// like any other.
  bool take(std::string_view line, const LineReader& reader);

  /// True when the record waits for another line.
  bool open() const { return open_; }
  /// Gives up a record that waits: the next line starts another.
  void abandon() { open_ = false; }
  /// Number of the line that the record began with.
  std::int64_t first_line() const { return first_line_; }
  /// Fields of the complete record; at least one.
  std::span<const std::string> fields() const { return std::span(fields_).first(count_); }

 private:
  std::string& next_field();
  /// Appends what line holds of the quoted field from `at`; true when it was closed, `at` then standing behind the
  /// quote.
  bool take_quoted(std::string_view line, std::size_t& at);

  CsvDialect dialect_;
  std::vector<std::string> fields_;  // the first count_ are the record's; the others keep their memory
  std::size_t count_ = 0, bytes_ = 0;
  std::int64_t first_line_ = 0;
  bool open_ = false;
};

}  // namespace couplet
