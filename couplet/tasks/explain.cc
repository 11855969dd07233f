#include "couplet/tasks/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "couplet/base/error.h"
#include "couplet/methods/completion/blank_questions.h"
#include "couplet/tasks/option_schema.h"

namespace couplet {
namespace {

using enum CellType;

struct ExplainOptions {
  std::int64_t top = 10;
};

const OptionSchema<ExplainOptions>& explain_schema() {
  static const auto made = OptionSchema<ExplainOptions>().add("top", &ExplainOptions::top, top_help, {.letter = 'k'});
  return made;
}

void check_explain(const Request& request) {
  std::error_code not_a_name;  // a text may be longer than a name of a file can be
  for (const char* side : {"left", "right"})
    if (const std::filesystem::path file(request.word(side));
        file.has_extension() && std::filesystem::is_regular_file(file, not_a_name))
      throw Error(ErrorCode::usage, file, "is a file, and explain takes the two texts themselves",
                  "write them in quotes: couplet explain MODEL 'a text' 'another'");
}

}  // namespace

Explanation explain(const LoadedModel& model, const std::string& left, const std::string& right, const Run& run) {
  const auto* completes = model.as<CompletesSentences>();
  if (!completes) return model.require<ExplainsPairs>().explain(left, right, run);
  BlankQuestion question;
  question.pieces = split_blanks(left, "text");
  question.options = {split_fillers(right, question.blanks(), "option")};
  return {completes->score_questions({&question, 1}, run)[0][0].value, completes->explain_option(question, 0, run)};
}

void show_explanation(const Explanation& why, const std::string& left, const std::string& right, std::int64_t top,
                      RowSink& rows) {
  const bool notes =
      std::any_of(why.reasons.begin(), why.reasons.end(), [](const Reason& reason) { return !reason.note.empty(); });
  std::vector<Column> columns{{"kind", text}, {"left", text}, {"right", text}, {"value", real}};
  if (notes) columns.push_back({"note", text});
  Table table(rows, "explain", columns);
  const auto row = [&](const Reason& reason) {
    std::vector<Cell> cells{reason.kind, reason.left, reason.right, reason.value};
    if (notes) cells.emplace_back(reason.note);
    table.row(cells);
  };
  row({"score", left, right, why.score});
  std::map<std::string, std::pair<std::int64_t, double>> rest;
  std::map<std::string, std::int64_t> shown;
  for (const Reason& reason : why.reasons) {
    if (top == 0 || shown[reason.kind]++ < top) {
      row(reason);
    } else {
      ++rest[reason.kind].first;
      rest[reason.kind].second += reason.value;
    }
  }
  for (const auto& [kind, left_out] : rest) row({kind, fmt::format("({} more)", left_out.first), "", left_out.second});
}

Task explain_task() {
  return {.name = "explain",
          .synopsis = "MODEL LEFT RIGHT",
          .summary = "why a pair of texts, or a word in a blank, scores as it does",
          .details =
              "The word pairs that raise and lower the score; their values add up to it. A model fitted with "
              "--keep-pairs also names training pairs. With a model that completes sentences, LEFT is a text with a "
              "blank and RIGHT the word to fill it: the scorers' votes, and the words that pulled.",
          .examples = {"couplet explain pairs.couplet 'The cat sleeps.' 'Le chat dort.'"},
          .inputs = {{"model", InputShape::model}, {"left", InputShape::text}, {"right", InputShape::text}},
          .parameters = explain_schema().parameters(),
          .check = check_explain,
          .run = [](const Request& request, RowSink& rows, const Run& run) {
            const std::string &left = request.word("left"), &right = request.word("right");
            show_explanation(explain(*request.model("model"), left, right, run), left, right,
                             explain_schema().read(request.options).top, rows);
            return Answer();
          }};
}

}  // namespace couplet
