// Rows as JSON Lines, the same at every door (docs/json.md): an object a row, its schema first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "couplet/tasks/rows.h"

namespace couplet {

/// A text as a JSON string with its quotes; invalid UTF-8 becomes U+FFFD.
std::string json_string(std::string_view text);
/// The shortest decimal that reads back the same; "null" for NaN and infinity.
std::string json_number(double value);

/// The rows of one kind as objects: {"schema":"couplet.KIND/1","COLUMN":value,...}. Missing fields are null.
class JsonObjects {
 public:
  JsonObjects() = default;
  JsonObjects(std::string_view kind, std::span<const Column> columns);
  /// Adds the object of a row, without a line end.
  void append(std::string& line, std::span<const Cell> cells) const;

 private:
  std::string start_;
  std::vector<std::string> keys_;  // with comma and colon
};

/// All rows in one string.
class JsonRows final : public RowSink {
 public:
  /// separator: between objects ("\n" or ",").
  explicit JsonRows(std::string_view separator) : separator_(separator) {}
  void begin(std::string_view kind, std::span<const Column> columns) override { objects_ = {kind, columns}; }
  void row(std::span<const Cell> cells) override;
  std::string& text() { return text_; }

 private:
  std::string separator_, text_;
  JsonObjects objects_;
};

}  // namespace couplet
