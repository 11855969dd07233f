#include "apps/cli/opposite_report.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "apps/cli/ability.h"
#include "apps/cli/run.h"
#include "apps/cli/terminal.h"
#include "couplet/base/error.h"
#include "couplet/methods/registry.h"
#include "couplet/model/finds_words.h"

namespace couplet {
namespace {

/// The words the model does not know, and how many it had in each way but as they are.
void tell_ways(const Arguments& arguments, const FindsWords& model, const std::vector<OppositeQuestion>& questions) {
  std::set<std::string> words;
  for (const OppositeQuestion& question : questions) {
    words.insert(question.target);
    words.insert(question.choices.begin(), question.choices.end());
  }
  std::string unknown;
  std::int64_t unknown_words = 0;
  std::map<std::string, std::int64_t> ways;
  for (const std::string& word : words) {
    const WordOrigin origin = model.origin_of(word);
    if (!origin.way.empty()) {
      if (ways[origin.way]++, origin.way != "itself")
        arguments.terminal->note(fmt::format("'{}' by its {}: {}", word, origin.way, origin.standing));
      continue;
    }
    constexpr std::int64_t shown = 10;
    if (unknown_words++ < shown) unknown += (unknown.empty() ? "" : ", ") + word;
    if (unknown_words == shown + 1) unknown += ", ...";
  }
  if (unknown_words > 0)
    arguments.terminal->warn(fmt::format("{} of {} words are not known: {}", unknown_words, words.size(), unknown));
  std::string summary;
  for (const auto& [way, count] : ways) summary += fmt::format("{}{} {}", summary.empty() ? "" : ", ", way, count);
  arguments.terminal->note("words by the way they were had: " + summary);
}

}  // namespace

OppositeReport answered_opposites(const Arguments& arguments, const std::string& model_path, const std::string& path,
                                  const Run& run) {
  const BadLine on_bad_line = arguments.text("on-bad-line") == "skip" ? BadLine::skip : BadLine::stop;
  std::int64_t bad_lines = 0;
  const auto questions = read_opposite_questions({.paths = {path}, .on_bad_line = on_bad_line}, bad_lines);
  report_coverage(arguments, 0, 0, "", bad_lines);
  const auto model = load_model(model_path, all_methods());
  OppositeReport report = answer_questions(require<ScoresPairs>(*model), questions, run);
  if (report.attempted == 0)
    throw Error(ErrorCode::data, "questions", "the model knows no target, or none of its choices",
                "are they in the language of the model?");
  if (const auto* finds = dynamic_cast<const FindsWords*>(model.get())) tell_ways(arguments, *finds, questions);
  return report;
}

std::vector<MetricReport> opposite_report(const OppositeReport& report, const BootstrapOptions& options,
                                          const Run& run) {
  std::vector<double> right, twice_right, attempted, attempted_and_asked;
  for (const OppositeAnswer& answer : report.answers) {
    right.push_back(answer.right);
    twice_right.push_back(2 * right.back());
    attempted.push_back(answer.attempted);
    attempted_and_asked.push_back(attempted.back() + 1);
  }
  return {{"precision", bootstrap_ratio(right, attempted, options, run), report.attempted, report.questions},
          {"recall", bootstrap_mean(right, options, run), report.attempted, report.questions},
          {"f1", bootstrap_ratio(twice_right, attempted_and_asked, options, run), report.attempted, report.questions}};
}

}  // namespace couplet
