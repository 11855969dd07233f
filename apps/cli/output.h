// Results on standard output: tables for people and pipes, JSON Lines with --json.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace couplet {

class Terminal;  // terminal.h

/// Thrown when the reader of standard output has gone away; main ends with code 0 and says nothing.
struct BrokenPipe {};

/// Buffered standard output. Nothing is lost silently: a failed write is Error(io), a broken pipe is BrokenPipe.
class Output {
 public:
  /// json: print JSON Lines. terminal: its progress line is cleared before anything is shown on the same screen.
  Output(bool json, Terminal& terminal);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  bool json() const { return json_; }
  void write(std::string_view bytes);
  /// One line of JSON: {"schema":"couplet.KIND/1", then the members of `object`}. Invalid UTF-8 becomes U+FFFD.
  /// `object` has no member "schema" of its own.
  void object(std::string_view kind, const nlohmann::ordered_json& object);
  /// To be called at the end of a successful run; the destructor does not write.
  void flush();

 private:
  std::string buffer_;
  Terminal& terminal_;
  bool json_, interactive_;
};

/// One field: missing, a truth value, a whole number, a number, or text (valid until the end of the call it is given
/// to).
using Cell = std::variant<std::monostate, bool, std::int64_t, double, std::string_view>;

/// Rows with the same columns. As TSV: a header line, then six significant digits for numbers; backslash, tab, line
/// feed and carriage return in a text are written \\ \t \n \r; a missing field is empty. As JSON Lines: an object a
/// row, schema first, numbers in the shortest form that reads back the same; NaN, infinity and missing fields are null.
class Table {
 public:
  Table(Output& output, std::string_view kind, std::vector<std::string> columns);
  /// As many cells as columns.
  void row(std::initializer_list<Cell> cells) { row(std::span(cells.begin(), cells.size())); }
  void row(std::span<const Cell> cells);

 private:
  Output& output_;
  std::vector<std::string> keys_;  // as JSON, with the colon
  std::string schema_;             // start of every object
  std::string line_;
};

/// A text as a JSON string with its quotes.
std::string json_string(std::string_view text);
/// The shortest decimal that reads back the same; "null" for NaN and infinity.
std::string json_number(double value);

}  // namespace couplet
