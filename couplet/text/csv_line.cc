#include "couplet/text/csv_line.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/base/memory.h"
#include "couplet/base/reading_limit.h"

namespace couplet {
namespace {

std::size_t count_outside_quotes(std::string_view line, char wanted) {
  std::size_t count = 0;
  bool inside = false;
  for (const char c : line) {
    if (c == '"') inside = !inside;
    if (c == wanted && !inside) ++count;
  }
  return count;
}

bool first_field_is_quoted(std::string_view line, char separator) {
  const std::string_view field = line.substr(0, line.find(separator));
  return field.size() >= 2 && field.front() == '"' && field.back() == '"';
}

}  // namespace

CsvDialect detect_dialect(std::string_view first_line, char separator) {
  if (separator == 0) {
    if (first_line.find('\t') != std::string_view::npos)
      separator = '\t';
    else
      separator = count_outside_quotes(first_line, ';') > count_outside_quotes(first_line, ',') ? ';' : ',';
  }
  return {separator, separator != '\t' || first_field_is_quoted(first_line, separator)};
}

std::string& CsvLine::next_field() {
  if (count_ == fields_.size()) fields_.emplace_back();
  std::string& field = fields_[count_++];
  field.clear();
  return field;
}

bool CsvLine::take_quoted(std::string_view line, std::size_t& at) {
  std::string& field = fields_[count_ - 1];
  for (;;) {
    const std::size_t quote = line.find('"', at);
    if (quote == std::string_view::npos) {
      field.append(line.substr(at)).push_back('\n');
      return false;
    }
    field.append(line.substr(at, quote - at));
    at = quote + 1;
    if (at == line.size() || line[at] != '"') return true;
    field.push_back('"');
    ++at;
  }
}

bool CsvLine::take(std::string_view line, const LineReader& reader) {
  if (!open_) {
    count_ = bytes_ = 0;
    first_line_ = reader.line_number();
  }
  bytes_ += line.size();
  if (bytes_ > static_cast<std::size_t>(longest_text())) {
    open_ = false;
    throw Error(ErrorCode::data, reader.place(), "a quoted field of more than " + format_bytes(longest_text()),
                "is a closing quote missing?");
  }
  for (std::size_t at = 0;; ++at) {
    if (!open_) {
      std::string& field = next_field();
      if (dialect_.quotes && at < line.size() && line[at] == '"') {
        open_ = true;
        ++at;
      } else {
        const std::size_t end = std::min(line.find(dialect_.separator, at), line.size());
        field.assign(line.substr(at, end - at));
        at = end;
      }
    }
    if (open_) {
      if (!take_quoted(line, at)) return false;
      open_ = false;
    }
    if (at == line.size()) return true;
    if (line[at] != dialect_.separator)
      throw Error(ErrorCode::data, reader.place(), "text after a closing quote",
                  "write a quote inside a quoted field twice");
  }
}

}  // namespace couplet
