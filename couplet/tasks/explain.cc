#include "couplet/tasks/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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
  std::string against;
};

const OptionSchema<ExplainOptions>& explain_schema() {
  static const auto made =
      OptionSchema<ExplainOptions>()
          .add("top", &ExplainOptions::top, top_help, {.letter = 'k'})
          .add("against", &ExplainOptions::against,
               "of a word in a blank: why RIGHT scores otherwise than this; all values are differences",
               {.placeholder = "OTHER"});
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

/// The reasons of one option less those of another: what stands for the same on the left is added up, and matched.
std::vector<Reason> differences(const std::vector<Reason>& first, const std::vector<Reason>& second,
                                const std::string& shown) {
  std::vector<Reason> result;
  std::vector<std::string> kinds;  // in the order of the reasons
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  for (const auto& [reasons, sign] : {std::pair(&first, 1.0), {&second, -1.0}})
    for (const Reason& reason : *reasons) {
      if (std::find(kinds.begin(), kinds.end(), reason.kind) == kinds.end()) kinds.push_back(reason.kind);
      const auto [at, fresh] = known.try_emplace({reason.kind, reason.left}, result.size());
      if (fresh) result.push_back({reason.kind, reason.left, shown, 0});
      result[at->second].value += sign * reason.value;
    }
  const auto place = [&](const Reason& reason) { return std::find(kinds.begin(), kinds.end(), reason.kind); };
  std::stable_sort(result.begin(), result.end(), [&](const Reason& a, const Reason& b) {
    return a.kind != b.kind ? place(a) < place(b) : std::abs(a.value) > std::abs(b.value);
  });
  return result;
}

}  // namespace

Explanation explain_difference(const LoadedModel& model, const std::string& text, const std::string& filler,
                               const std::string& other, const Run& run) {
  const auto& completes = model.require<CompletesSentences>();
  BlankQuestion question;
  question.pieces = split_blanks(text, "text");
  for (const std::string& option : {filler, other})
    question.options.push_back(split_fillers(option, question.blanks(), "option"));
  const std::vector<OptionScore> scores = completes.score_questions({&question, 1}, run)[0];
  for (std::size_t option = 0; option < 2; ++option)
    if (std::isnan(scores[option].value))
      throw Error(ErrorCode::data, "option", "'" + joined_fillers(question.options[option]) + "' has no score",
                  "take words that the model knows");
  return {scores[0].value - scores[1].value,
          differences(completes.explain_option(question, 0, run), completes.explain_option(question, 1, run),
                      filler + " - " + other)};
}

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
  return {
      .name = "explain",
      .synopsis = "MODEL LEFT RIGHT",
      .summary = "why a pair of texts, or a word in a blank, scores as it does",
      .details =
          "The word pairs that raise and lower the score; their values add up to it. A model fitted with "
          "--keep-pairs also names training pairs. With a model that completes sentences, LEFT is a text with a "
          "blank and RIGHT the word to fill it: the scorers' votes, and the words that pulled. With --against OTHER "
          "all values are of RIGHT less of OTHER: those of a kind that explains the whole score (votes; words of "
          "a language model; context and base of a context model together) add up to the difference.",
      .examples = {"couplet explain pairs.couplet 'The cat sleeps.' 'Le chat dort.'"},
      .inputs = {{"model", InputShape::model}, {"left", InputShape::text}, {"right", InputShape::text}},
      .parameters = explain_schema().parameters(),
      .check = check_explain,
      .run = [](const Request& request, RowSink& rows, const Run& run) {
        const std::string &left = request.word("left"), &right = request.word("right");
        const ExplainOptions options = explain_schema().read(request.options);
        const auto model = request.model("model");
        if (!model->as<CompletesSentences>()) refuse_unused(request, "a model that fills no blanks", {"against"});
        if (options.against.empty())
          show_explanation(explain(*model, left, right, run), left, right, options.top, rows);
        else
          show_explanation(explain_difference(*model, left, right, options.against, run), left,
                           right + " - " + options.against, options.top, rows);
        return Answer();
      }};
}

}  // namespace couplet
