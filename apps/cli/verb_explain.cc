#include <algorithm>
#include <filesystem>
#include <map>

#include "apps/cli/ability.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/base/error.h"
#include "couplet/methods/completion/blank_questions.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"

namespace couplet {
namespace {

/// LEFT is a text with a blank, RIGHT what fills it.
Explanation explain_filler(const CompletesSentences& model, const std::string& text, const std::string& filler,
                           const Run& run) {
  BlankQuestion question;
  question.pieces = split_blanks(text, "text");
  question.options = {split_fillers(filler, question.blanks(), "option")};
  return {model.score_questions({&question, 1}, run)[0][0].value, model.explain_option(question, 0, run)};
}

}  // namespace

int run_explain(Arguments& arguments) {
  for (const std::size_t side : {std::size_t{1}, std::size_t{2}})
    if (const std::filesystem::path file(arguments.positionals[side]);
        file.has_extension() && std::filesystem::is_regular_file(file))
      throw Error(ErrorCode::usage, file, "is a file, and explain takes the two texts themselves",
                  "write them in quotes: couplet explain MODEL 'a text' 'another'");
  if (only_planned(arguments, {arguments.positionals[0]})) return 0;
  const auto model = load_model(arguments.positionals[0], all_methods());
  const Run run = make_run(arguments);
  const auto* completes = dynamic_cast<const CompletesSentences*>(model.get());
  const Explanation why =
      completes ? explain_filler(*completes, arguments.positionals[1], arguments.positionals[2], run)
                : require<ExplainsPairs>(*model).explain(arguments.positionals[1], arguments.positionals[2], run);
  // The largest of each kind, and what the others of that kind add up to, so that the column sums to the score.
  const std::int64_t top = arguments.integer("top");
  const bool notes =
      std::any_of(why.reasons.begin(), why.reasons.end(), [](const Reason& reason) { return !reason.note.empty(); });
  std::vector<std::string> columns{"kind", "left", "right", "value"};
  if (notes) columns.emplace_back("note");
  Table table(*arguments.output, "explain", columns);
  const auto row = [&](const Reason& reason) {
    std::vector<Cell> cells{reason.kind, reason.left, reason.right, reason.value};
    if (notes) cells.emplace_back(reason.note);
    table.row(cells);
  };
  row({"score", arguments.positionals[1], arguments.positionals[2], why.score});
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
  for (const auto& [kind, left_out] : rest)
    row({kind, "(" + std::to_string(left_out.first) + " more)", "", left_out.second});
  return 0;
}

}  // namespace couplet
