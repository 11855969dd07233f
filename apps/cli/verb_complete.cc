#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "apps/cli/ability.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/base/error.h"
#include "couplet/methods/completion/blank_questions.h"
#include "couplet/methods/registry.h"
#include "couplet/model/sentences.h"

namespace couplet {
namespace {

/// Options of one question, the best first; those without a score come last. limit 0: all.
void print_ranked(Table& table, const BlankQuestion& question, const std::vector<OptionScore>& scores,
                  std::int64_t limit) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const bool known_a = !std::isnan(scores[a].value), known_b = !std::isnan(scores[b].value);
    return known_a != known_b ? known_a : known_a && scores[a].value > scores[b].value;
  });
  std::int64_t rank = 0;
  for (const std::size_t option : order) {
    if (limit > 0 && rank == limit) break;
    const double value = scores[option].value;
    table.row({question.id, ++rank, joined_fillers(question.options[option]), std::isnan(value) ? Cell() : Cell(value),
               scores[option].unknown});
  }
}

}  // namespace

int run_complete(Arguments& arguments) {
  const std::string& what = arguments.positionals[1];
  const bool free_text = what.find("___") != std::string::npos && !std::filesystem::exists(what);
  if (!free_text && what.find(' ') != std::string::npos && !std::filesystem::exists(what))
    throw Error(ErrorCode::usage, what, "neither a file nor a text with a blank", "write the blank as _____");
  if (only_planned(arguments, {arguments.positionals[0], free_text ? "" : what})) return 0;
  const Run run = make_run(arguments);
  const auto model = load_model(arguments.positionals[0], all_methods());
  const auto& completes = require<CompletesSentences>(*model);
  const std::int64_t top = arguments.integer("top");
  BlankQuestions file;
  if (free_text) {
    BlankQuestion question;
    question.id = "text";
    question.pieces = split_blanks(what, "text");
    if (question.blanks() != 1)
      throw Error(ErrorCode::usage, "text", "a free text has one blank", "two are for questions with options");
    const auto words = completes.candidates(question, std::max<std::int64_t>(1000, 2 * top), run);
    for (const std::string& word : words) question.options.push_back({word});
    file.questions = {std::move(question)};
  } else {
    file = read_blank_questions(
        {.paths = {what}, .on_bad_line = arguments.text("on-bad-line") == "skip" ? BadLine::skip : BadLine::stop});
  }
  const auto scores = completes.score_questions(file.questions, run);
  Table table(*arguments.output, "complete", {"id", "rank", "option", "score", "unknown"});
  std::int64_t covered = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    covered += answer_of(file.questions[i], scores[i]).attempted;
    print_ranked(table, file.questions[i], scores[i], top);
  }
  report_coverage(arguments, covered, static_cast<std::int64_t>(scores.size()), "questions have a known word",
                  file.bad_lines);
  return 0;
}

}  // namespace couplet
