#include "couplet/tasks/complete.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/methods/completion/outside_scores.h"
#include "couplet/model/capabilities.h"
#include "couplet/tasks/option_schema.h"

namespace couplet {
namespace {

using enum CellType;

/// The options of a question, the best first.
std::vector<std::size_t> ranked(const std::vector<OptionScore>& scores) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const bool known_a = !std::isnan(scores[a].value), known_b = !std::isnan(scores[b].value);
    return known_a != known_b ? known_a : known_a && scores[a].value > scores[b].value;
  });
  return order;
}

struct CompleteOptions {
  std::int64_t top = 10;
  std::string scores;
};

const OptionSchema<CompleteOptions>& complete_schema() {
  static const auto made = OptionSchema<CompleteOptions>()
                               .add("top", &CompleteOptions::top, top_help, {.letter = 'k'})
                               .add("scores", &CompleteOptions::scores, outside_scores_help,
                                    {.placeholder = "FILE", .type = ParameterType::file})
                               .add(bad_line_parameters());
  return made;
}

/// A file, or data that the door has in its place.
bool is_file(const Request& request) {
  std::error_code not_a_name;  // a text may be longer than a name of a file can be
  return request.given.contains("questions") ||
         (request.may_read_files && std::filesystem::exists(request.word("questions"), not_a_name));
}

bool is_free_text(const Request& request) {
  return request.word("questions").find("___") != std::string::npos && !is_file(request);
}

void check_complete(const Request& request) {
  const std::string& what = request.word("questions");
  if (is_free_text(request)) refuse_unused(request, "a text of one's own", {"on-bad-line", "scores"});
  if (!is_free_text(request) && what.find(' ') != std::string::npos && !is_file(request))
    throw Error(ErrorCode::usage, what, "neither a file nor a text with a blank", "write the blank as _____");
}

std::vector<std::pair<std::string, std::string>> plan(const Request& request) {
  if (is_free_text(request)) return {};
  return {{"read", describe_file(request.word("questions"))}};
}

Answer run_complete(const Request& request, RowSink& rows, const Run& run) {
  const CompleteOptions options = complete_schema().read(request.options);
  const std::int64_t top = options.top;
  const auto model = request.model("model");
  if (is_free_text(request)) {
    complete(*model, {free_question(*model, request.word("questions"), top, run)}, top, rows, run);
    return {};
  }
  BlankQuestions file = read_blank_questions(request.source("questions"));
  add_scores_of(options.scores, file.questions, run);
  complete(*model, file.questions, top, rows, run);
  warn_of_skipped(run, file.bad_lines);
  return {};
}

}  // namespace

void add_scores_of(const std::string& path, std::vector<BlankQuestion>& questions, const Run& run) {
  if (path.empty()) return;
  const std::int64_t open = read_outside_scores(path, questions, run);
  if (open > 0) run.observer->warn(fmt::format("{}: scores given as not known: {}", path, open));
}

BlankQuestion free_question(const LoadedModel& model, const std::string& text, std::int64_t top, const Run& run) {
  BlankQuestion question;
  question.id = "text";
  question.pieces = split_blanks(text, "text");
  if (question.blanks() != 1)
    throw Error(ErrorCode::usage, "text", "a free text has one blank", "two are for questions with options");
  for (const std::string& word :
       model.require<CompletesSentences>().candidates(question, std::max<std::int64_t>(1000, 2 * top), run))
    question.options.push_back({word});
  return question;
}

void complete(const LoadedModel& model, const std::vector<BlankQuestion>& questions, std::int64_t top, RowSink& rows,
              const Run& run) {
  const auto scores = model.require<CompletesSentences>().score_questions(questions, run);
  Table table(rows, "complete",
              {{"id", text}, {"rank", integer}, {"option", text}, {"score", real}, {"unknown", integer}});
  std::int64_t covered = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    covered += answer_of(questions[i], scores[i]).attempted;
    std::int64_t rank = 0;
    for (const std::size_t option : ranked(scores[i])) {
      if (top > 0 && rank == top) break;
      const double value = scores[i][option].value;
      table.row({questions[i].id, ++rank, joined_fillers(questions[i].options[option]),
                 std::isnan(value) ? Cell() : Cell(value), scores[i][option].unknown});
    }
  }
  warn_of_coverage(run, covered, std::ssize(scores), question_coverage);
}

Task complete_task() {
  return {.name = "complete",
          .synopsis = "MODEL QUESTIONS | MODEL TEXT",
          .summary = "which word fits into the blank",
          .details =
              "QUESTIONS is TSV: id, question, options; the blank is _____, and an option for two blanks is 'first | "
              "second'. Columns: id, rank, option, score (higher fits better), and how many words of the option the "
              "model does not know. TEXT is a text of its own with one blank: the words of the model's vocabulary "
              "are ranked, the best --top shown.",
          .examples = {"couplet complete trigrams.couplet blanks.tsv",
                       "couplet complete trigrams.couplet 'The _____ barked at the wolf.' --top 3"},
          .inputs = {{"model", InputShape::model}, {"questions", InputShape::text}},
          .parameters = complete_schema().parameters(),
          .check = check_complete,
          .plan = plan,
          .run = run_complete};
}

}  // namespace couplet
