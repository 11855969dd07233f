#include "couplet/text/source.h"

#include <filesystem>
#include <optional>
#include <sstream>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/text/text_rows.h"

namespace couplet {

std::string Source::name() const {
  if (rows) return "the rows given";
  if (paths.empty()) return "";
  return paths[0] == "-" ? "standard input" : paths[0];
}

const std::string& Source::file() const {
  if (paths.empty()) throw Error(ErrorCode::usage, name(), "this is read from a file only", "write it to a file");
  return paths[0];
}

std::int64_t segments_of(const Source& source) {
  constexpr std::int64_t bytes_of_a_row = 128;  // or so
  if (!source.segment.whole()) return 1;        // it is a part already
  if (source.rows) return segments_for(source.rows->size() * bytes_of_a_row);
  std::int64_t sum = 0;
  for (const std::string& path : source.paths) {
    const std::optional<std::int64_t> bytes = file_bytes(path);
    if (!bytes) return 1;
    sum += *bytes;
  }
  return segments_for(sum);
}

std::vector<std::string> listed_files(const std::string& list) {
  std::error_code not_a_name;  // a list may be longer than a name of a file can be
  if (list.find(',') == list.npos || std::filesystem::exists(list, not_a_name)) return {list};
  std::vector<std::string> paths;
  std::istringstream parts(list);
  for (std::string path; std::getline(parts, path, ',');) paths.push_back(path);
  return paths;
}

Source texts_in_memory(std::vector<std::string> texts) { return columns_in_memory({std::move(texts)}); }

Source pairs_in_memory(std::vector<std::string> left, std::vector<std::string> right) {
  return columns_in_memory({std::move(left), std::move(right)});
}

Source columns_in_memory(std::vector<std::vector<std::string>> columns, std::vector<std::string> names) {
  const auto owner = std::make_shared<const std::vector<std::vector<std::string>>>(std::move(columns));
  std::vector<std::vector<std::string_view>> views;
  for (const auto& column : *owner) views.emplace_back(column.begin(), column.end());
  return {.rows = rows_of_columns(std::move(views), std::move(names), owner)};
}

Source rows_from(std::function<bool(std::vector<std::string>&)> next, std::vector<std::string> names) {
  return {.rows = rows_of_function(std::move(next), std::move(names))};
}

}  // namespace couplet
