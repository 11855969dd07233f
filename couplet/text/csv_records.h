// Records of a CSV or TSV file, with their places.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/text/csv_line.h"
#include "couplet/text/field_reader.h"

namespace couplet {

/// Streams the records of a file, each valid UTF-8; blank lines are passed over. Of rows: their columns' names, if they
/// have any, then the rows.
class CsvRecords {
 public:
  /// separator 0: told by the first line that is not blank (detect_dialect).
  CsvRecords(const Source& source, char separator);

  /// The next record; false at the end. Error(data) with file:line for invalid UTF-8 and text after a closing quote
  /// (with BadLine::skip: left out and counted, unless no record came before: it may be a header), and for a quote that
  /// is never closed (always).
  bool next();

  /// Of the last record; valid until the next call.
  std::span<const std::string> fields() const { return rows_ ? std::span(row_) : csv_->fields(); }
  /// "table.csv:41", where the record begins.
  std::string place() const;
  /// Lines read so far, blank ones too.
  std::int64_t lines() const { return rows_ ? rows_->position() : lines_->line_number(); }
  std::int64_t skipped() const { return skipped_ + (rows_ ? rows_->skipped() : 0); }
  /// Counts the last record as skipped when bad lines are; throws the error otherwise.
  void skip(const Error& error);
  /// Compressed bytes (or rows) read and in all (0: unknown).
  std::int64_t position() const { return rows_ ? rows_->position() : lines_->position(); }
  std::int64_t size() const { return rows_ ? rows_->size() : lines_->size(); }

 private:
  std::optional<LineReader> lines_;
  std::optional<FieldReader> rows_;  // one of the two
  std::vector<std::string> names_, row_;
  char separator_;
  BadLine on_bad_line_;
  std::optional<CsvLine> csv_;
  std::int64_t skipped_ = 0;
  bool any_ = false;  // a record was read
};

}  // namespace couplet
