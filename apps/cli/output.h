// Results on standard output: tables for people and pipes, JSON Lines with --json.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/aligned_table.h"
#include "couplet/tasks/json_rows.h"
#include "couplet/tasks/rows.h"

namespace couplet {

class Terminal;  // terminal.h

/// Thrown when the reader of standard output has gone away; main ends with code 0 and says nothing.
struct BrokenPipe {};

/// Buffered standard output, or standard error where other data is on standard output. Nothing is lost silently: a
/// failed write is Error(io), a broken pipe is BrokenPipe.
///
/// Rows on a terminal: aligned columns that fit its width (aligned_table.h). Rows as TSV elsewhere: a header line, then
/// six significant digits for numbers; backslash, tab, line feed and carriage return in a text are written \\ \t \n \r;
/// a missing field is empty. Rows that hold vectors: the numbers alone, for programs that read matrices. As JSON Lines:
/// an object a row, schema first, numbers in the shortest form that reads back the same; NaN, infinity and missing
/// fields are null.
class Output : public RowSink {
 public:
  /// json: print JSON Lines. terminal: its progress line is cleared before anything is shown on the same screen.
  /// interactive: standard output may be a terminal.
  Output(bool json, Terminal& terminal, bool interactive = true);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void begin(std::string_view kind, std::span<const Column> columns) override;
  void row(std::span<const Cell> cells) override;

  bool json() const { return json_; }
  /// Standard output has other data: rows go to standard error from now on, or nowhere when `quiet`.
  void use_standard_error(bool quiet);
  void write(std::string_view bytes);
  /// One line of JSON: {"schema":"couplet.KIND/1", then the members of `object`}. Invalid UTF-8 becomes U+FFFD.
  /// `object` has no member "schema" of its own.
  void object(std::string_view kind, const nlohmann::ordered_json& object);
  /// To be called at the end of a successful run; the destructor does not write.
  void flush();

 private:
  /// Lays out the rows that wait for a terminal.
  void write_aligned();
  void flush_buffer();

  // Of the table that is being written:
  AlignedTable aligned_;    // on a terminal
  JsonObjects objects_;     // with --json
  std::size_t vector_ = 0;  // the column that holds vectors; as many as there are columns: none
  std::string buffer_, line_;
  Terminal& terminal_;
  int descriptor_;  // -1: nowhere
  bool json_, interactive_;
};

}  // namespace couplet
