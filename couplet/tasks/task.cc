#include "couplet/tasks/task.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>

#include "couplet/base/error.h"
#include "couplet/base/memory.h"

namespace couplet {
namespace {

std::vector<std::string> files_of_words(std::vector<std::string> words, bool may_read) {
  if (!may_read && !words.empty())
    throw Error(ErrorCode::usage, words[0], "is not known here", "give the texts themselves, or a name that is served");
  return words;
}

}  // namespace

const std::vector<std::string>& Request::all(std::string_view input) const {
  const auto found = words.find(input);
  if (found == words.end()) throw Error(ErrorCode::internal, "", fmt::format("the task has no input '{}'", input));
  return found->second;
}

Data Request::data(std::string_view input) const {
  const auto found = given.find(input);
  Data source =
      found == given.end() ? Data(Source{.paths = files_of_words(all(input), may_read_files)}) : found->second;
  source.on_bad_line = options.text("on-bad-line") == "skip" ? BadLine::skip : BadLine::stop;
  if (!options.known("columns")) return source;
  source.columns = options.text("columns");
  source.format = options.text("format");
  source.header = options.flag("header");
  source.no_header = options.flag("no-header");
  if (source.header && source.no_header)
    throw Error(ErrorCode::usage, "--no-header", "and --header contradict each other", "give one of them");
  return source;
}

Source Request::source(std::string_view input) const {
  Data found = data(input);
  if (!found.vectors.empty() || found.table || !found.documents.empty())
    throw Error(ErrorCode::usage, std::string(input), "is numbers, and this takes texts", "give the texts themselves");
  return found;
}

Data Request::data_of_option(std::string_view option, Data like) const {
  const auto found = given.find(option);
  like.paths.clear();
  like.rows = found == given.end() ? nullptr : found->second.rows;
  like.vectors = found == given.end() ? std::vector<RowsView>() : found->second.vectors;
  if (found == given.end()) like.paths = files_of_words({options.text(option)}, may_read_files);
  return like;
}

std::vector<Parameter> bad_line_parameters() {
  return {Parameter::one_of("on-bad-line", "stop",
                            "what to do with a line that cannot be read; skipped ones are counted", {"stop", "skip"})};
}

std::vector<Parameter> data_parameters() {
  Parameter columns{"columns", ParameterType::text, "",
                    "the columns to take, like 1,2 or en,fr: numbers from 1, header names or JSON keys"};
  columns.placeholder = "LIST";
  columns.letter = 'c';
  return {
      std::move(columns),
      Parameter::one_of("format", "auto", "how the data is written; auto tells by content", {"auto", "tsv", "jsonl"}),
      {"header", ParameterType::flag, "", "the first line of a TSV names the columns"},
      {"no-header", ParameterType::flag, "", "it is data, even if it looks like a header"},
      bad_line_parameters()[0]};
}

void refuse_unused(const Request& request, const std::string& mode, std::initializer_list<const char*> options) {
  for (const char* name : options)
    if (request.options.given(name))
      throw Error(ErrorCode::usage, std::string("--") + name, "has no effect with " + mode, "leave it out");
}

std::string describe_file(const std::string& path) {
  if (path == "-") return "standard input";
  std::error_code problem;
  const auto status = std::filesystem::status(path, problem);
  if (!std::filesystem::exists(status))
    throw Error(ErrorCode::io, path,
                "cannot open: " + (problem ? problem : std::error_code(ENOENT, std::generic_category())).message());
  if (!std::filesystem::is_regular_file(status)) return path;
  return path + ", " + format_bytes(static_cast<std::int64_t>(std::filesystem::file_size(path)));
}

void warn_of_coverage(const Run& run, std::int64_t covered, std::int64_t total, std::string_view what) {
  if (covered < total) run.observer->warn(fmt::format("{} of {} {}", covered, total, what));
}

void warn_of_skipped(const Run& run, std::int64_t lines) {
  if (lines > 0) run.observer->warn(fmt::format("bad lines skipped: {}", lines));
}

}  // namespace couplet
