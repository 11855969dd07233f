// Records of a CSV or TSV file, with their places.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/text/bad_line.h"
#include "couplet/text/csv_line.h"

namespace couplet {

/// Streams the records of a file, each valid UTF-8; blank lines are passed over.
class CsvRecords {
 public:
  /// separator 0: told by the first line that is not blank (detect_dialect).
  CsvRecords(const std::string& path, char separator, BadLine on_bad_line);

  /// The next record; false at the end. Error(data) with file:line for invalid UTF-8 and text after a closing quote
  /// (with BadLine::skip: left out and counted, unless no record came before: it may be a header), and for a quote that
  /// is never closed (always).
  bool next();

  /// Of the last record; valid until the next call.
  std::span<const std::string> fields() const { return csv_->fields(); }
  /// "table.csv:41", where the record begins; and the file's name.
  std::string place() const;
  const std::string& name() const { return lines_.input().name(); }
  /// Lines read so far, blank ones too.
  std::int64_t lines() const { return lines_.line_number(); }
  std::int64_t skipped() const { return skipped_; }
  /// Counts the last record as skipped when bad lines are; throws the error otherwise.
  void skip(const Error& error);
  /// Compressed bytes read and in all (0: unknown).
  std::int64_t position() const { return lines_.input().position(); }
  std::int64_t size() const { return lines_.input().size(); }

 private:
  LineReader lines_;
  char separator_;
  BadLine on_bad_line_;
  std::optional<CsvLine> csv_;
  std::int64_t skipped_ = 0;
  bool any_ = false;  // a record was read
};

}  // namespace couplet
