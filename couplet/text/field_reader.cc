#include "couplet/text/field_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <tuple>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/text/field_parser.h"
#include "couplet/text/header_line.h"
#include "couplet/text/tab_fields.h"
#include "couplet/text/text_rows.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

constexpr std::size_t most_columns = 1'000'000;

using Names = std::vector<std::string>;

bool is_number(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// True when columns are meant by their names, so that there must be some.
bool by_name(const Source& source) {
  const Names wanted = source.columns.empty() ? Names() : split_columns(source.columns);
  return !std::all_of(wanted.begin(), wanted.end(), is_number) ||
         !std::all_of(source.further.begin(), source.further.end(), is_number);
}

/// "3" -> 2.
std::size_t column_index(const std::string& name) {
  std::size_t number = 0;
  const auto [stop, failure] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (failure != std::errc{} || number == 0 || number > most_columns)
    throw Error(ErrorCode::usage, "--columns", fmt::format("{} is no column", name),
                fmt::format("columns are numbered from 1 to {}", most_columns));
  return number - 1;
}

/// Where the wanted columns stand; names: they may be meant by name. A number that is no name counts from 1.
std::vector<std::size_t> find_columns(const Names& wanted, bool names, const Names& known, const std::string& place) {
  std::vector<std::size_t> columns;
  for (const std::string& name : wanted) {
    const auto found = names ? std::find(known.begin(), known.end(), name) : known.end();
    if (found == known.end() && !is_number(name))
      throw Error(ErrorCode::data, place, fmt::format("no column \"{}\" in the header", name),
                  known.empty() ? "there is none" : fmt::format("the header has {}", fmt::join(known, ", ")));
    columns.push_back(found == known.end() ? column_index(name) : static_cast<std::size_t>(found - known.begin()));
  }
  return columns;
}

bool holds(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The texts' columns where nobody said which: those that are left beside `further`, if they are as many as the default
/// keys, or those that the header calls so. A choice among more would be a guess. count: of the first line's columns.
std::vector<std::size_t> columns_left(const std::vector<std::size_t>& further, const Names& default_keys,
                                      const Names& known, std::size_t count, const std::string& place) {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < count; ++i)
    if (std::find(further.begin(), further.end(), i) == further.end()) left.push_back(i);
  if (left.size() == default_keys.size()) return left;
  if (std::all_of(default_keys.begin(), default_keys.end(), [&](const auto& key) { return holds(known, key); }))
    return find_columns(default_keys, true, known, place);
  const std::string texts = default_keys.size() == 1 ? "1" : "1,2";
  if (left.size() < default_keys.size())
    throw Error(ErrorCode::data, place,
                fmt::format("{} column{}, expected {} and {} beside", count, count == 1 ? "" : "s", default_keys.size(),
                            further.size()),
                "separate columns by a tab");
  Names shown;
  for (const std::size_t i : left) shown.push_back(known.empty() ? std::to_string(i + 1) : known[i]);
  throw Error(ErrorCode::usage, place,
              fmt::format("{} columns could be the texts: {}", left.size(), fmt::join(shown, ", ")),
              fmt::format("say which with --columns, like --columns {}", texts));
}

/// The columns wanted, then the further ones; all where neither is named and no keys are wanted.
TsvLayout choose_columns(const Source& source, const Names& wanted, const Names& default_keys, const Names& known,
                         std::size_t count, const std::string& place) {
  TsvLayout layout;
  layout.wanted = source.columns;
  for (const std::string& name : source.further) layout.wanted += (layout.wanted.empty() ? "" : ",") + name;
  const bool names = by_name(source) || source.rows;
  const auto further = find_columns(source.further, names, known, place);
  if (!wanted.empty() && !further.empty() && wanted.size() != default_keys.size())
    throw Error(ErrorCode::usage, "--columns",
                fmt::format("\"{}\" names {} columns, expected {}", source.columns, wanted.size(), default_keys.size()),
                "name the texts' columns; other options name the others");
  if (!wanted.empty()) {
    layout.columns = find_columns(wanted, names, known, place);
  } else if (!default_keys.empty() && (!known.empty() || !further.empty())) {
    layout.columns = columns_left(further, default_keys, known, count, place);
  } else {
    layout.columns.resize(default_keys.size());
    std::iota(layout.columns.begin(), layout.columns.end(), std::size_t{0});
  }
  layout.more_allowed = !wanted.empty() || !known.empty() || default_keys.empty();
  layout.columns.insert(layout.columns.end(), further.begin(), further.end());
  for (const std::size_t column : layout.columns) layout.expected = std::max(layout.expected, column + 1);
  return layout;
}

/// Up to 20 lines after the first, of a file that can be read twice.
Names lines_below(const std::string& path) {
  Names below;
  if (!file_bytes(path)) return below;
  LineReader lines(path);
  std::string_view line;
  for (lines.next(line); below.size() < 20 && lines.next(line);) below.emplace_back(line);
  return below;
}

/// The bytes of the one file read that are in the segment.
ByteRange range_of(const Source& source) {
  if (source.rows || source.segment.whole()) return {};
  const auto [begin, end] = source.segment.of(file_bytes(source.paths.at(0)).value_or(1));
  return {begin, end};
}

}  // namespace

std::vector<std::string> split_columns(std::string_view columns) {
  std::vector<std::string> names;
  for (;;) {
    const std::size_t comma = columns.find(',');
    names.emplace_back(columns.substr(0, comma));
    if (names.back().empty())
      throw Error(ErrorCode::usage, "--columns", "an empty column name", "write numbers or names as in 1,2");
    if (comma == std::string_view::npos) return names;
    columns.remove_prefix(comma + 1);
  }
}

class FieldReader::Records {
 public:
  virtual ~Records() = default;
  /// Goes to the next record; false at the end.
  virtual bool advance() = 0;
  /// Its fields; false when it is to be passed over. Throws Error(data) for a bad one.
  virtual bool parse(Names& fields) = 0;
  virtual std::string_view line() const = 0;
  virtual std::string place() const = 0;
  virtual std::int64_t position() const = 0;
  virtual std::int64_t size() const = 0;

  std::string header_line;
};

namespace {

class FileRecords final : public FieldReader::Records {
 public:
  FileRecords(const Source& source, const Names& default_keys, ByteRange range)
      : lines_(open(source.paths.at(0), range)) {
    if (source.format != "auto" && source.format != "tsv" && source.format != "jsonl")
      throw Error(ErrorCode::usage, "--format", fmt::format("unknown format \"{}\"", source.format),
                  "use auto, tsv or jsonl");
    Names wanted;
    if (!source.columns.empty()) wanted = split_columns(source.columns);
    // The first line tells the format, also of a segment that does not begin with it.
    std::optional<LineReader> apart;
    if (lines_ && range.begin > 0) apart.emplace(source.paths[0]);
    std::string_view line;
    if (!lines_ || !(apart ? *apart : *lines_).next(line)) return;
    const std::string place = (apart ? *apart : *lines_).place();
    const bool json = source.format == "jsonl" || (source.format == "auto" && line.starts_with('{'));
    const bool has_header = !json && (source.header || by_name(source));
    if (has_header) {
      require_utf8(line, place);
      header_line = line;
    }
    if (json) {
      if (wanted.empty()) wanted = default_keys;
      wanted.insert(wanted.end(), source.further.begin(), source.further.end());
      parser_ = make_json_parser(std::move(wanted));
    } else {
      const auto fields = tab_fields(line);
      const Names known = has_header ? Names(fields.begin(), fields.end()) : Names();
      TsvLayout layout = choose_columns(source, wanted, default_keys, known, fields.size(), place);
      const bool fits = fields.size() == layout.expected || (layout.more_allowed && fields.size() > layout.expected);
      if (fits && !has_header && !source.no_header && !layout.columns.empty() &&
          looks_like_header(line, lines_below(source.paths[0]), layout.columns))
        throw Error(ErrorCode::data, place, fmt::format("looks like a header: {}", fmt::join(fields, ", ")),
                    "say --header if it names the columns, --no-header if it is data");
      parser_ = make_tsv_parser(std::move(layout));
    }
    if (!has_header && !apart) first_line_.emplace(line);
  }

  bool advance() override {
    if (!parser_) return false;
    if (!first_line_) return lines_->next(current_);
    held_line_ = std::move(*first_line_);
    first_line_.reset();
    current_ = held_line_;
    return true;
  }
  bool parse(Names& fields) override {
    if (!is_utf8(current_)) require_utf8(current_, lines_->place());
    return parser_->parse(current_, *lines_, fields);
  }
  std::string_view line() const override { return current_; }
  std::string place() const override { return lines_ ? lines_->place() : ""; }
  std::int64_t position() const override { return lines_ ? lines_->position() : 0; }
  std::int64_t size() const override { return lines_ ? lines_->size() : 0; }

 private:
  /// A pipe that is in another segment is not touched.
  static std::optional<LineReader> open(const std::string& path, ByteRange range) {
    if (range.begin > 0 && !file_bytes(path)) return std::nullopt;
    return LineReader(path, range);
  }

  std::optional<LineReader> lines_;
  std::unique_ptr<FieldParser> parser_;    // null: the file is empty
  std::optional<std::string> first_line_;  // read ahead to tell the format
  std::string held_line_;
  std::string_view current_;
};

class RowRecords final : public FieldReader::Records {
 public:
  RowRecords(const Source& source, const Names& default_keys) : rows_(source.rows) {
    if (!source.paths.empty() || source.format != "auto" || source.header)
      throw Error(ErrorCode::usage, source.name(), "rows come without files, a format or a header line");
    if (rows_->size() >= 0) {
      std::tie(begin_, end_) = source.segment.of(rows_->size());
      at_ = begin_;
    } else if (!source.segment.whole()) {
      throw Error(ErrorCode::usage, source.name(), "rows that are read once cannot be cut into segments",
                  "give them in memory, or a file");
    }
    const Names& known = rows_->names();
    header_line = fmt::format("{}", fmt::join(known, "\t"));
    Names wanted;
    if (!source.columns.empty())
      wanted = split_columns(source.columns);
    else if (std::all_of(default_keys.begin(), default_keys.end(), [&](const auto& key) { return holds(known, key); }))
      wanted = default_keys;
    Names first = known;  // rows that can be read once must have names, if a column beside the texts is wanted
    if (known.empty() && !source.further.empty() && rows_->size() > 0) rows_->read(0, first);
    layout_ = choose_columns(source, wanted, default_keys, known, first.size(), source.name());
  }

  bool advance() override { return (end_ < 0 || at_ < end_) && rows_->read(at_, row_) && ++at_; }
  bool parse(Names& fields) override {
    for (const std::string& text : row_)
      if (!is_utf8(text)) require_utf8(text, place());
    if (row_.size() < layout_.expected || (row_.size() > layout_.expected && !layout_.more_allowed))
      throw Error(ErrorCode::data, place(),
                  fmt::format("{} column{}, expected {}{}", row_.size(), row_.size() == 1 ? "" : "s",
                              layout_.more_allowed ? "at least " : "", layout_.expected),
                  layout_.wanted.empty() ? "choose columns, like 1,2"
                                         : fmt::format("the columns wanted are {}", layout_.wanted));
    if (layout_.columns.empty()) {
      fields = row_;
      return true;
    }
    fields.resize(layout_.columns.size());
    for (std::size_t i = 0; i < fields.size(); ++i) fields[i].assign(row_[layout_.columns[i]]);
    return true;
  }
  std::string_view line() const override { return line_ = fmt::format("{}", fmt::join(row_, "\t")); }
  std::string place() const override { return fmt::format("row {}", at_); }
  std::int64_t position() const override { return at_ - begin_; }
  std::int64_t size() const override { return end_ < 0 ? 0 : end_ - begin_; }

 private:
  std::shared_ptr<TextRows> rows_;
  TsvLayout layout_;
  std::int64_t begin_ = 0, at_ = 0, end_ = -1;  // end_ -1: not known
  Names row_;
  mutable std::string line_;
};

}  // namespace

FieldReader::FieldReader(Source source, std::vector<std::string> default_keys)
    : FieldReader(source, std::move(default_keys), range_of(source)) {}

FieldReader::FieldReader(Source source, std::vector<std::string> default_keys, ByteRange range)
    : skip_(source.on_bad_line == BadLine::skip) {
  if (source.rows)
    records_ = std::make_unique<RowRecords>(source, default_keys);
  else
    records_ = std::make_unique<FileRecords>(source, default_keys, range);
}
FieldReader::~FieldReader() = default;
FieldReader::FieldReader(FieldReader&&) noexcept = default;

bool FieldReader::next(std::vector<std::string>& fields) {
  while (records_->advance()) {
    try {
      if (records_->parse(fields)) return true;
    } catch (const Error&) {
      if (!skip_) throw;
      ++skipped_;
    }
  }
  return false;
}

std::string_view FieldReader::line() const { return records_->line(); }
const std::string& FieldReader::header_line() const { return records_->header_line; }
std::string FieldReader::place() const { return records_->place(); }
std::int64_t FieldReader::skipped() const { return skipped_; }
std::int64_t FieldReader::position() const { return records_->position(); }
std::int64_t FieldReader::size() const { return records_->size(); }

}  // namespace couplet
