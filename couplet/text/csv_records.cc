#include "couplet/text/csv_records.h"

#include <fmt/format.h>

#include "couplet/text/text_rows.h"
#include "couplet/text/utf8.h"

namespace couplet {

CsvRecords::CsvRecords(const Source& source, char separator) : separator_(separator), on_bad_line_(source.on_bad_line) {
  if (!source.segment.whole()) throw Error(ErrorCode::usage, source.name(), "a table cannot be cut into segments");
  if (source.rows) {
    rows_.emplace(Source{.on_bad_line = source.on_bad_line, .rows = source.rows}, std::vector<std::string>());
    names_ = source.rows->names();
  } else {
    lines_.emplace(source.paths.at(0));
  }
}

bool CsvRecords::next() {
  if (rows_ && !any_ && !names_.empty()) {
    row_ = names_;
    return any_ = true;
  }
  if (rows_) return rows_->next(row_);
  std::string_view line;
  while (lines_->next(line)) {
    const bool within = csv_ && csv_->open();
    if (!within && line.find_first_not_of(" \t") == std::string_view::npos) continue;
    try {
      if (!is_utf8(line)) {
        if (csv_) csv_->abandon();
        require_utf8(line, lines_->place());
      }
      if (!csv_) csv_.emplace(detect_dialect(line, separator_));
      if (csv_->take(line, *lines_)) return any_ = true;
    } catch (const Error& error) {
      if (!any_) throw;
      skip(error);
    }
  }
  if (csv_ && csv_->open())
    throw Error(ErrorCode::data, place(), "a quote is opened and never closed",
                "close it; a field that begins with a quote is written \"\"\"like this\"");
  return false;
}

std::string CsvRecords::place() const {
  if (rows_) return rows_->position() > 0 ? rows_->place() : "the names of the columns";
  return fmt::format("{}:{}", lines_->name(), csv_ ? csv_->first_line() : lines_->line_number());
}

void CsvRecords::skip(const Error& error) {
  if (on_bad_line_ == BadLine::stop) throw error;
  ++skipped_;
}

}  // namespace couplet
