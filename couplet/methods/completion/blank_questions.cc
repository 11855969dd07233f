#include "couplet/methods/completion/blank_questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/text/field_reader.h"
#include "couplet/text/text_rows.h"
#include "couplet/text/trimmed.h"

namespace couplet {
namespace {

/// Which columns hold what.
struct Columns {
  std::vector<std::string> names;  // of the options
  std::size_t first = 2, end = 0;  // of the options; end 0: to the end of the line
  std::size_t answer = 0;          // 0: none

  static Columns of_header(const std::vector<std::string>& fields) {
    Columns columns;
    columns.end = fields.size();
    for (std::size_t i = 2; i < fields.size(); ++i)
      if (trimmed(fields[i]) == "answer") columns.end = columns.answer = i;
    for (std::size_t i = 2; i < columns.end; ++i) columns.names.emplace_back(trimmed(fields[i]));
    return columns;
  }
};

std::int64_t find_answer(std::string_view text, const BlankQuestion& question, const Columns& columns,
                         const std::string& place) {
  for (std::size_t i = 0; i < question.options.size(); ++i)
    if (i < columns.names.size() && columns.names[i] == text) return static_cast<std::int64_t>(i);
  for (std::size_t i = 0; i < question.options.size(); ++i)
    if (joined_fillers(question.options[i]) == text) return static_cast<std::int64_t>(i);
  throw Error(ErrorCode::data, place, fmt::format("the answer '{}' is not among the options", text),
              "name the column of the right option, or repeat its text");
}

BlankQuestion parse(const std::vector<std::string>& fields, const Columns& columns, const std::string& place) {
  const std::size_t end = columns.end == 0 ? fields.size() : columns.end;
  if (fields.size() < std::max(end, columns.answer + 1) || end < columns.first + 2)
    throw Error(ErrorCode::data, place, fmt::format("{} columns: options are missing", fields.size()),
                "write id, question and at least two options, separated by tabs");
  BlankQuestion question;
  question.id = fields[0];
  question.pieces = split_blanks(fields[1], place);
  for (std::size_t i = columns.first; i < end; ++i)
    question.options.push_back(split_fillers(fields[i], question.blanks(), place));
  if (columns.answer > 0) question.answer = find_answer(trimmed(fields[columns.answer]), question, columns, place);
  return question;
}

}  // namespace

std::vector<std::string> split_fillers(std::string_view option, std::size_t blanks, const std::string& place) {
  std::vector<std::string> fillers;
  std::string_view rest = option;
  if (blanks == 2) {
    for (const std::string_view separator : {"|", ".."}) {
      const std::size_t at = option.find(separator);
      if (at == std::string_view::npos) continue;
      fillers.emplace_back(trimmed(option.substr(0, at)));
      rest = option.substr(at + separator.size());
      break;
    }
  }
  fillers.emplace_back(trimmed(rest));
  const bool empty = std::any_of(fillers.begin(), fillers.end(), [](const std::string& f) { return f.empty(); });
  if (empty || fillers.size() != blanks)
    throw Error(ErrorCode::data, place,
                fmt::format("the option '{}' does not fill {}", option, blanks == 1 ? "the blank" : "both blanks"),
                blanks == 1 ? "give a word" : "write 'first | second'");
  return fillers;
}

std::string joined_fillers(const std::vector<std::string>& fillers) {
  std::string joined;
  for (const std::string& filler : fillers) joined += (joined.empty() ? "" : " | ") + filler;
  return joined;
}

BlankQuestions read_blank_questions(Source source) {
  if (!source.rows) source.format = "tsv";
  FieldReader reader(source, {});
  BlankQuestions result;
  Columns columns;
  const auto is_header = [](const auto& names) { return names.size() > 2 && trimmed(names[1]) == "question"; };
  if (source.rows && is_header(source.rows->names())) columns = Columns::of_header(source.rows->names());
  bool first = !source.rows;
  for (std::vector<std::string> fields; reader.next(fields); first = false) {
    if (std::all_of(fields.begin(), fields.end(), [](const auto& field) { return trimmed(field).empty(); })) continue;
    if (first && is_header(fields)) {
      columns = Columns::of_header(fields);
      continue;
    }
    try {
      result.questions.push_back(parse(fields, columns, reader.place()));
    } catch (const Error&) {
      if (source.on_bad_line == BadLine::stop) throw;
      ++result.bad_lines;
    }
  }
  result.bad_lines += reader.skipped();
  if (result.questions.empty()) throw Error(ErrorCode::data, source.name(), "no question in it", "give at least one");
  return result;
}

BlankAnswer answer_of(const BlankQuestion& question, const std::vector<OptionScore>& scores) {
  BlankAnswer answer;
  double best = -std::numeric_limits<double>::infinity();
  for (const OptionScore& score : scores)
    if (!std::isnan(score.value)) best = std::max(best, score.value);
  answer.attempted = best > -std::numeric_limits<double>::infinity();
  if (!answer.attempted) return answer;
  std::int64_t equal = 0;
  for (std::size_t i = 0; i < scores.size(); ++i)
    if (scores[i].value >= best - 1e-12 * std::abs(best)) {
      ++equal;
      answer.chosen = static_cast<std::int64_t>(i);
    }
  if (equal > 1) answer.chosen = -1;
  answer.right = answer.chosen >= 0 && answer.chosen == question.answer;
  return answer;
}

}  // namespace couplet
