#include "couplet/methods/completion/outside_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/methods/completion/blank_questions.h"
#include "couplet/text/field_reader.h"
#include "couplet/text/trimmed.h"

namespace couplet {
namespace {

constexpr double unknown_score = std::numeric_limits<double>::quiet_NaN();

double number_in(std::string_view field, const std::string& place) {
  const std::string_view text = trimmed(field);
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || text == "-") return unknown_score;
  if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw Error(ErrorCode::data, place, fmt::format("'{}' is no number", text),
                "leave it empty where the score is not known");
  return value;
}

/// Which column of a file is what.
struct ScoreColumns {
  std::size_t id = 0, option = 0, count = 0;
  std::vector<std::size_t> scores;
  std::vector<std::string> names;  // of the scorers

  static ScoreColumns of_header(const std::vector<std::string>& header, const std::string& path) {
    ScoreColumns columns;
    columns.count = header.size();
    columns.id = columns.find("id", header, path);
    columns.option = columns.find("option", header, path);
    for (std::size_t i = 0; i < header.size(); ++i) {
      const std::string_view name = trimmed(header[i]);
      if (i == columns.id || i == columns.option || name == "rank" || name == "unknown") continue;
      if (name.empty() || name.find(',') != std::string_view::npos)
        throw Error(ErrorCode::data, path + ":1", fmt::format("'{}' is no name of a scorer", name),
                    "give each column a name without a comma");
      std::string own = fmt::format("{}{}", outside_prefix, name);
      if (std::find(columns.names.begin(), columns.names.end(), own) != columns.names.end())
        throw Error(ErrorCode::data, path + ":1", fmt::format("two columns are named {}", name),
                    "give each column a name of its own");
      columns.scores.push_back(i);
      columns.names.push_back(std::move(own));
    }
    if (columns.scores.empty())
      throw Error(ErrorCode::data, path, "no column of scores", "write id, option, and a column of numbers a scorer");
    return columns;
  }

 private:
  std::size_t find(std::string_view name, const std::vector<std::string>& header, const std::string& path) const {
    const auto is_it = [&](const auto& field) { return trimmed(field) == name; };
    const auto at = std::find_if(header.begin(), header.end(), is_it);
    if (at == header.end())
      throw Error(ErrorCode::data, path, fmt::format("no column named {}", name),
                  "begin with a line of names: id, option, and a name for each column of scores");
    return static_cast<std::size_t>(at - header.begin());
  }
};

/// One text of an option, which a question may have more than once.
struct AskedOption {
  std::vector<std::pair<std::size_t, std::size_t>> places;  // question, option
  bool given = false;
};

using AskedOptions = std::map<std::pair<std::string, std::string>, AskedOption>;

AskedOptions asked_options(std::span<const BlankQuestion> questions) {
  AskedOptions asked;
  std::map<std::string, std::size_t> ids;
  for (std::size_t q = 0; q < questions.size(); ++q) {
    const std::string id(trimmed(questions[q].id));
    if (!ids.emplace(id, q).second)
      throw Error(ErrorCode::data, "questions", fmt::format("two have the id {}", id),
                  "give each question an id of its own: scores are found by it");
    for (std::size_t o = 0; o < questions[q].options.size(); ++o)
      asked[{id, joined_fillers(questions[q].options[o])}].places.emplace_back(q, o);
  }
  return asked;
}

void require_all_given(const AskedOptions& asked, const std::string& path) {
  const auto missing = [](const auto& entry) { return !entry.second.given; };
  const auto count = std::count_if(asked.begin(), asked.end(), missing);
  if (count == 0) return;
  if (count == std::ssize(asked))
    throw Error(ErrorCode::data, path, "no score of an option of these questions",
                "ids and options must be written as in the questions");
  // The first in the order of the questions, not of their ids.
  const auto* first = &*std::find_if(asked.begin(), asked.end(), missing);
  for (const auto& entry : asked)
    if (missing(entry) && entry.second.places < first->second.places) first = &entry;
  throw Error(ErrorCode::data, path,
              fmt::format("{} of {} options have no score, the first: question {}, option '{}'", count, asked.size(),
                          first->first.first, first->first.second),
              "write a line for each option, with an empty field where the score is not known");
}

}  // namespace

std::int64_t read_outside_scores(const std::string& path, std::span<BlankQuestion> questions, const Run& run) {
  AskedOptions asked = asked_options(questions);
  FieldReader reader({.paths = {path}, .format = "tsv"}, {});
  std::vector<std::string> fields;
  if (!reader.next(fields)) throw Error(ErrorCode::data, path, "no line in it", "write id, option and scores");
  const ScoreColumns columns = ScoreColumns::of_header(fields, path);
  for (BlankQuestion& question : questions)
    for (const std::string& name : columns.names)
      question.outside.push_back({name, std::vector<double>(question.options.size(), unknown_score)});
  std::int64_t unknown = 0, others = 0;
  while (reader.next(fields)) {
    if (fields.size() == 1 && trimmed(fields[0]).empty()) continue;
    if (fields.size() != columns.count)
      throw Error(ErrorCode::data, reader.place(), fmt::format("{} columns, {} names", fields.size(), columns.count),
                  "give each column a name, and each line a field a column");
    const std::string id(trimmed(fields[columns.id])), option(trimmed(fields[columns.option]));
    const auto found = asked.find({id, option});
    if (found == asked.end()) {
      ++others;
      continue;
    }
    if (std::exchange(found->second.given, true))
      throw Error(ErrorCode::data, reader.place(),
                  fmt::format("question {}, option '{}' has a line already", id, option), "write one line an option");
    for (std::size_t i = 0; i < columns.scores.size(); ++i) {
      const double value = number_in(fields[columns.scores[i]], reader.place());
      unknown += std::isnan(value);
      for (const auto& [q, o] : found->second.places)
        questions[q].outside[questions[q].outside.size() - columns.names.size() + i].values[o] = value;
    }
  }
  require_all_given(asked, path);
  if (others > 0) run.observer->warn(fmt::format("{}: {} lines belong to no option of these questions", path, others));
  return unknown;
}

}  // namespace couplet
