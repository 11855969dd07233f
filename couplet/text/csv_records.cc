#include "couplet/text/csv_records.h"

#include <fmt/format.h>

#include "couplet/text/utf8.h"

namespace couplet {

CsvRecords::CsvRecords(const std::string& path, char separator, BadLine on_bad_line)
    : lines_(path), separator_(separator), on_bad_line_(on_bad_line) {}

bool CsvRecords::next() {
  std::string_view line;
  while (lines_.next(line)) {
    const bool within = csv_ && csv_->open();
    if (!within && line.find_first_not_of(" \t") == std::string_view::npos) continue;
    try {
      if (!is_utf8(line)) {
        if (csv_) csv_->abandon();
        require_utf8(line, lines_.place());
      }
      if (!csv_) csv_.emplace(detect_dialect(line, separator_));
      if (csv_->take(line, lines_)) return any_ = true;
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
  return fmt::format("{}:{}", name(), csv_ ? csv_->first_line() : lines_.line_number());
}

void CsvRecords::skip(const Error& error) {
  if (on_bad_line_ == BadLine::stop) throw error;
  ++skipped_;
}

}  // namespace couplet
