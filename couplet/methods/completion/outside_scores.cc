#include "couplet/methods/completion/outside_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include "couplet/base/error.h"
#include "couplet/methods/completion/blank_questions.h"
#include "couplet/text/field_reader.h"
#include "couplet/text/trimmed.h"

namespace couplet {
namespace {

double number_in(std::string_view field, const std::string& place) {
  const std::string_view text = trimmed(field);
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || text == "nan" || text == "-") return std::numeric_limits<double>::quiet_NaN();
  if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw Error(ErrorCode::data, place, fmt::format("'{}' is no number", text), "leave it empty where there is none");
  return value;
}

}  // namespace

std::vector<OutsideScores> read_outside_scores(const std::string& path, std::span<const BlankQuestion> questions) {
  std::map<std::pair<std::string, std::string>, std::pair<std::size_t, std::size_t>> places;
  for (std::size_t q = 0; q < questions.size(); ++q)
    for (std::size_t o = 0; o < questions[q].options.size(); ++o)
      places[{questions[q].id, joined_fillers(questions[q].options[o])}] = {q, o};
  FieldReader reader({.paths = {path}, .format = "tsv"}, {});
  std::vector<std::string> header, fields;
  if (!reader.next(header)) throw Error(ErrorCode::data, path, "no line in it", "write id, option and scores");
  const auto column = [&](std::string_view name) {
    const auto at =
        std::find_if(header.begin(), header.end(), [&](const auto& field) { return trimmed(field) == name; });
    if (at == header.end())
      throw Error(ErrorCode::data, path, fmt::format("no column named {}", name),
                  "begin with a line of names: id, option, and a name for each column of scores");
    return static_cast<std::size_t>(at - header.begin());
  };
  const std::size_t id = column("id"), option = column("option");
  std::vector<OutsideScores> scores;
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const std::string_view name = trimmed(header[i]);
    if (i == id || i == option || name == "rank" || name == "unknown") continue;
    columns.push_back(i);
    OutsideScores& own = scores.emplace_back();
    own.name = fmt::format("{}{}", outside_prefix, name);
    for (const BlankQuestion& question : questions)
      own.values.emplace_back(question.options.size(), std::numeric_limits<double>::quiet_NaN());
  }
  bool fits = false;
  while (reader.next(fields)) {
    if (fields.size() < header.size())
      throw Error(ErrorCode::data, reader.place(), fmt::format("{} columns, {} names", fields.size(), header.size()),
                  "give each column a name, and each line a field a column");
    const auto at = places.find({std::string(trimmed(fields[id])), std::string(trimmed(fields[option]))});
    if (at == places.end()) continue;
    fits = true;
    for (std::size_t i = 0; i < columns.size(); ++i)
      scores[i].values[at->second.first][at->second.second] = number_in(fields[columns[i]], reader.place());
  }
  if (!fits || scores.empty())
    throw Error(ErrorCode::data, path, "no score of an option of these questions",
                "ids and options must be written as in the questions");
  return scores;
}

}  // namespace couplet
