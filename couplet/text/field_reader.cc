#include "couplet/text/field_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/text/field_parser.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

constexpr std::size_t most_columns = 1'000'000;

bool is_number(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
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

std::vector<std::string> split_header(std::string_view line) {
  std::vector<std::string> names;
  for (;;) {
    const std::size_t tab = line.find('\t');
    names.emplace_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return names;
    line.remove_prefix(tab + 1);
  }
}

/// Where the named columns stand in the header; a number that is no name counts from 1.
std::vector<std::size_t> find_in_header(const std::vector<std::string>& names, std::string_view header,
                                        const LineReader& reader) {
  const std::vector<std::string> known = split_header(header);
  std::vector<std::size_t> columns;
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end() && is_number(name)) {
      columns.push_back(column_index(name));
      continue;
    }
    if (found == known.end())
      throw Error(ErrorCode::data, reader.place(), fmt::format("no column \"{}\" in the header", name),
                  fmt::format("the header has {}", fmt::join(known, ", ")));
    columns.push_back(static_cast<std::size_t>(found - known.begin()));
  }
  return columns;
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

struct FieldReader::State {
  State(Source given, std::vector<std::string> keys)
      : source(std::move(given)), default_keys(std::move(keys)), lines(source.paths.at(0)) {
    if (source.format != "auto" && source.format != "tsv" && source.format != "jsonl")
      throw Error(ErrorCode::usage, "--format", fmt::format("unknown format \"{}\"", source.format),
                  "use auto, tsv or jsonl");
    if (!source.columns.empty()) names = split_columns(source.columns);
    std::string_view line;
    if (!lines.next(line)) return;
    if (source.format == "jsonl" || (source.format == "auto" && line.starts_with('{'))) {
      parser = make_json_parser(names.empty() ? default_keys : names);
      first_line.emplace(line);
    } else {
      open_tsv(line);
    }
  }

  void open_tsv(std::string_view line) {
    const bool by_name = !std::all_of(names.begin(), names.end(), is_number);
    const bool has_header = source.header || by_name;
    if (has_header && !is_utf8(line)) require_utf8(line, lines.place());
    TsvLayout layout;
    layout.wanted = source.columns;
    layout.more_allowed = has_header || !names.empty();
    if (by_name) {
      layout.columns = find_in_header(names, line, lines);
    } else if (names.empty()) {
      layout.columns.resize(default_keys.size());
      std::iota(layout.columns.begin(), layout.columns.end(), std::size_t{0});
    } else {
      std::transform(names.begin(), names.end(), std::back_inserter(layout.columns), column_index);
    }
    layout.expected = *std::max_element(layout.columns.begin(), layout.columns.end()) + 1;
    parser = make_tsv_parser(std::move(layout));
    if (has_header)
      header_line = line;
    else
      first_line.emplace(line);
  }

  /// The next line; the first was read ahead to tell the format.
  bool next_line(std::string_view& line) {
    if (!parser) return false;
    if (!first_line) return lines.next(line);
    held_line = std::move(*first_line);
    first_line.reset();
    line = held_line;
    return true;
  }

  Source source;
  std::vector<std::string> default_keys;
  LineReader lines;
  std::vector<std::string> names;
  std::unique_ptr<FieldParser> parser;  // null: the file is empty
  std::optional<std::string> first_line;
  std::string held_line, header_line;
  std::string_view current;
  std::int64_t skipped = 0;
};

FieldReader::FieldReader(Source source, std::vector<std::string> default_keys)
    : state_(std::make_unique<State>(std::move(source), std::move(default_keys))) {}
FieldReader::~FieldReader() = default;
FieldReader::FieldReader(FieldReader&&) noexcept = default;

bool FieldReader::next(std::vector<std::string>& fields) {
  State& state = *state_;
  std::string_view line;
  while (state.next_line(line)) {
    state.current = line;
    try {
      if (!is_utf8(line)) require_utf8(line, state.lines.place());
      if (state.parser->parse(line, state.lines, fields)) return true;
    } catch (const Error&) {
      if (state.source.on_bad_line == BadLine::stop) throw;
      ++state.skipped;
    }
  }
  return false;
}

std::string_view FieldReader::line() const { return state_->current; }
const std::string& FieldReader::header_line() const { return state_->header_line; }
std::string FieldReader::place() const { return state_->lines.place(); }
std::int64_t FieldReader::skipped() const { return state_->skipped; }
std::int64_t FieldReader::position() const { return state_->lines.input().position(); }
std::int64_t FieldReader::size() const { return state_->lines.input().size(); }

}  // namespace couplet
