#include "couplet/text/table_reader.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <memory>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/text/csv_records.h"
#include "couplet/text/text_rows.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

using Fields = std::span<const std::string>;

constexpr std::int64_t lines_between_reports = 4096;

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// A label or field in an error message: not longer than a line.
std::string shown(std::string_view text) {
  constexpr std::size_t most = 40;
  if (text.size() <= most) return std::string(text);
  std::size_t end = 0;
  while (end + sequence_length(text[end]) <= most) end += sequence_length(text[end]);
  return std::string(text.substr(0, end)) + "...";
}

std::optional<double> parse_number(std::string_view field) {
  field = without_blanks(field);
  if (field.starts_with('+') && !field.starts_with("+-")) field.remove_prefix(1);
  double value = 0;
  const auto [stop, problem] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (problem != std::errc{} || stop != field.data() + field.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// Takes records, each wholly or not at all.
class TableBuilder {
 public:
  explicit TableBuilder(const CsvRecords& records) : records_(records) {}
  virtual ~TableBuilder() = default;
  /// Looks at the first record; true when it is a header. Its errors are never skipped.
  virtual bool take_header(Fields fields) = 0;
  /// Looks at the record before it is taken; its errors are never skipped.
  virtual void look_ahead(Fields) {}
  virtual void take(Fields fields) = 0;

  LabelledCounts result;

 protected:
  [[noreturn]] void fail(const std::string& problem, const std::string& remedy) const {
    throw Error(ErrorCode::data, records_.place(), problem, remedy);
  }

  void expect_columns(Fields fields, std::size_t expected, const std::string& remedy) const {
    if (fields.size() != expected)
      fail(fmt::format("{} column{}, expected {}", fields.size(), fields.size() == 1 ? "" : "s", expected), remedy);
  }

  void expect_label(const std::string& label, std::string_view what) const {
    if (label.empty()) fail(fmt::format("the {} has no label", what), "write a word for what is missing, as in NA");
  }

  double count_in(const std::string& field, std::string_view column) const {
    const std::optional<double> count = parse_number(field);
    if (!count)
      fail(fmt::format("column {}: \"{}\" is not a number", column, shown(field)),
           "counts are written like 12 or 0.5; write 0 for none");
    if (*count < 0)
      fail(fmt::format("column {}: the count {} is negative", column, without_blanks(field)), "counts are 0 or more");
    return *count;
  }

  const CsvRecords& records_;
};

class ContingencyTable : public TableBuilder {
 public:
  using TableBuilder::TableBuilder;

  bool take_header(Fields fields) override {
    header_.assign(fields.begin(), fields.end());
    header_place_ = records_.place();
    if (header_.size() < 2) fail("1 column, expected at least 2", "separate columns by tabs, commas or semicolons");
    return true;
  }

  void look_ahead(Fields fields) override {
    if (!named_) name_columns(fields.size() == header_.size() + 1);
  }

  void take(Fields fields) override {
    expect_columns(fields, static_cast<std::size_t>(result.cols.size()) + 1,
                   fmt::format("the header names {} column{}", result.cols.size(), result.cols.size() == 1 ? "" : "s"));
    expect_label(fields[0], "row");
    if (result.rows.find(fields[0]) >= 0)
      fail(fmt::format("the row \"{}\" occurs twice", shown(fields[0])),
           "add the rows up, or use the long layout, where equal pairs add up");
    counts_.clear();
    for (std::size_t j = 1; j < fields.size(); ++j) {
      double count = 0;
      // The common case without a label for the error that does not come.
      if (const auto number = parse_number(fields[j]); number && *number >= 0)
        count = *number;
      else
        count = count_in(fields[j], fmt::format("\"{}\"", shown(result.cols.word(static_cast<std::int64_t>(j) - 1))));
      counts_.push_back(count);
    }
    const std::int64_t row = result.rows.add(fields[0]);
    for (std::size_t j = 0; j < counts_.size(); ++j)
      if (counts_[j] > 0) result.entries.push_back({row, static_cast<std::int64_t>(j), counts_[j]});
  }

 private:
  /// A header may lack the corner cell: then the first row has one field more.
  void name_columns(bool no_corner) {
    named_ = true;
    if (!no_corner) result.row_name = header_[0];
    for (std::size_t j = no_corner ? 0 : 1; j < header_.size(); ++j) {
      if (header_[j].empty())
        throw Error(ErrorCode::data, header_place_, fmt::format("column {} has no label", j + 1),
                    "name it; or is there a separator too many at the end of the line?");
      if (result.cols.find(header_[j]) >= 0)
        throw Error(ErrorCode::data, header_place_, fmt::format("the column \"{}\" occurs twice", shown(header_[j])),
                    "give each column a label of its own");
      result.cols.add(header_[j]);
    }
  }

  std::vector<std::string> header_;
  std::string header_place_;
  std::vector<double> counts_;
  bool named_ = false;
};

class LongTable : public TableBuilder {
 public:
  using TableBuilder::TableBuilder;

  bool take_header(Fields fields) override {
    if (fields.size() != 3 || parse_number(fields[2])) return false;
    result.row_name = fields[0];
    result.col_name = fields[1];
    return true;
  }

  void take(Fields fields) override {
    expect_columns(fields, 3, "the long layout is: row, column, count");
    expect_label(fields[0], "row");
    expect_label(fields[1], "column");
    const double count = count_in(fields[2], "3");
    const std::int64_t row = result.rows.add(fields[0]), col = result.cols.add(fields[1]);
    if (count > 0) result.entries.push_back({row, col, count});
  }
};

class CategoryPairs : public TableBuilder {
 public:
  CategoryPairs(const CsvRecords& records, bool header) : TableBuilder(records), header_(header) {}

  bool take_header(Fields fields) override {
    if (!header_) return false;
    check_columns(fields);
    result.row_name = fields[0];
    result.col_name = fields[1];
    return true;
  }

  void take(Fields fields) override {
    check_columns(fields);
    expect_label(fields[0], "row");
    expect_label(fields[1], "column");
    const std::int64_t row = result.rows.add(fields[0]), col = result.cols.add(fields[1]);
    result.entries.push_back({row, col, 1});
  }

 private:
  void check_columns(Fields fields) const {
    expect_columns(fields, 2, "this layout is two categories a line; with counts use the long layout");
  }

  bool header_;
};

std::unique_ptr<TableBuilder> make_builder(TableLayout layout, bool header, const CsvRecords& records) {
  switch (layout) {
    case TableLayout::long_form:
      return std::make_unique<LongTable>(records);
    case TableLayout::categories:
      return std::make_unique<CategoryPairs>(records, header);
    case TableLayout::table:
      break;
  }
  return std::make_unique<ContingencyTable>(records);
}

}  // namespace

TableLayout parse_table_layout(std::string_view name) {
  if (name == "table") return TableLayout::table;
  if (name == "long") return TableLayout::long_form;
  if (name == "categories") return TableLayout::categories;
  throw Error(ErrorCode::usage, "", fmt::format("unknown table layout \"{}\"", shown(name)),
              "use table, long or categories");
}

LabelledCounts read_table(const Source& file, TableLayout layout, const Run& run, char separator) {
  CsvRecords records(file, separator);
  const bool header = file.header || (file.rows && !file.rows->names().empty());
  const std::unique_ptr<TableBuilder> builder = make_builder(layout, header, records);
  LabelledCounts& result = builder->result;
  Stage stage(*run.observer, "reading table", records.size(), file.rows ? "rows" : "bytes");
  for (bool first = true; records.next(); first = false) {
    if (first && builder->take_header(records.fields())) {
      result.header = true;
      continue;
    }
    builder->look_ahead(records.fields());
    try {
      builder->take(records.fields());
      ++result.lines;
    } catch (const Error& error) {
      records.skip(error);
    }
    if (records.lines() % lines_between_reports == 0) {
      run.stop->check();
      stage.advance_to(records.position());
    }
  }
  result.skipped = records.skipped();
  if (result.lines == 0) {
    const char* problem = result.skipped > 0 ? "every line is bad"
                          : result.header    ? "a header and no rows"
                          : file.rows        ? "there are none"
                                             : "the file is empty";
    throw Error(ErrorCode::data, file.name(), problem, "a table needs a row of counts");
  }
  return std::move(result);
}

}  // namespace couplet
