#include "couplet/text/source.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "couplet/base/error.h"
#include "couplet/text/text_rows.h"

namespace couplet {

std::pair<std::int64_t, std::int64_t> Segment::of(std::int64_t total) const {
  if (index < 0 || index >= count)
    throw Error(ErrorCode::usage, "", fmt::format("segment {} of {} segments", index, count),
                "they are numbered from 0");
  // total * i / count without overflow, rounded up: what is not cut is in segment 0, however many there are.
  const auto begin = [&](std::int64_t i) { return total / count * i + (total % count * i + count - 1) / count; };
  return {begin(index), begin(index + 1)};
}

std::string Source::name() const {
  if (rows) return "the rows given";
  if (paths.empty()) return "";
  return paths[0] == "-" ? "standard input" : paths[0];
}

const std::string& Source::file() const {
  if (paths.empty()) throw Error(ErrorCode::usage, name(), "this is read from a file only", "write it to a file");
  return paths[0];
}

std::vector<std::string> listed_files(const std::string& list) {
  if (list.find(',') == list.npos || std::filesystem::exists(list)) return {list};
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
