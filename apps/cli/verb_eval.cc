#include <fmt/format.h>

#include <charconv>

#include "apps/cli/analogies.h"
#include "apps/cli/eval_matching.h"
#include "apps/cli/gold.h"
#include "apps/cli/opposite_report.h"
#include "apps/cli/output.h"
#include "apps/cli/pair_ranks.h"
#include "apps/cli/run.h"
#include "apps/cli/sentence_scores.h"
#include "apps/cli/verbs.h"
#include "couplet/base/error.h"
#include "couplet/eval/classification.h"
#include "couplet/eval/reports.h"

namespace couplet {

namespace {

BootstrapOptions bootstrap_options(const Arguments& arguments) {
  return {arguments.integer("resamples"), arguments.real("level")};
}

std::vector<MetricReport> evaluate(const Arguments& arguments, const Gold& gold, const SystemScores& system,
                                   const Run& run) {
  const BootstrapOptions options = bootstrap_options(arguments);
  using Names = std::vector<std::string>;
  if (!gold.lists.empty())
    return retrieval_report(candidate_lists(system), Names{"auc", "mrr", "recall@1", "recall@2", "recall@5"}, options,
                            run);
  if (!gold.values.empty())
    return correlation_report(system.pairs, gold.values, Names{"spearman", "pearson"}, options, run);
  if (!gold.groups.empty())
    return retrieval_report(grouped_lists(gold, system.pairs),
                            Names{"map", "mrr", "recall@1", "ndcg@1", "ndcg@3", "ndcg@5", "auc"}, options, run);
  if (!arguments.has("threshold")) return decision_report(system.pairs, gold.labels, 0, Names{"auc"}, options, run);
  return decision_report(system.pairs, gold.labels, arguments.real("threshold"),
                         Names{"auc", "accuracy", "precision", "recall", "f1"}, options, run);
}

std::vector<MetricReport> evaluate_retrieval(const Arguments& arguments, const Run& run) {
  const auto& given = arguments.positionals;
  return pair_retrieval_report(retrieval_ranks_of(arguments, given[0], {given.begin() + 1, given.end()}, run),
                               bootstrap_options(arguments), run);
}

/// One option says what is right.
void require_gold_kind(const Arguments& arguments) {
  int said = 0;
  for (const char* option : {"lists", "label", "value", "analogy"}) said += arguments.has(option);
  for (const char* option : {"opposites", "perplexity", "questions", "retrieval", "matching"})
    said += arguments.flag(option);
  if (said > 1) throw Error(ErrorCode::usage, "", "more than one option says what is right", "give one of them");
  if (said == 0)
    throw Error(ErrorCode::usage, "", "what is right is not said",
                "give one of --lists FILE (candidates), --label COLUMN (0 or 1), --value COLUMN (judgements), "
                "--analogy add|mul, --opposites and --questions (questions), --perplexity (text), --retrieval (the "
                "pairs themselves), --matching (a result of match)");
}

std::vector<MetricReport> evaluate(const Arguments& arguments, const Run& run) {
  require_gold_kind(arguments);
  if (arguments.flag("retrieval")) return evaluate_retrieval(arguments, run);
  if (arguments.flag("matching")) return evaluate_matching(arguments, run);
  if (arguments.has("analogy"))
    return analogy_report(answered_analogies(arguments, arguments.positionals[0], arguments.positionals[1], run),
                          bootstrap_options(arguments), run);
  if (arguments.flag("opposites"))
    return opposite_report(answered_opposites(arguments, arguments.positionals[0], arguments.positionals[1], run),
                           bootstrap_options(arguments), run);
  if (arguments.flag("perplexity")) return perplexity_report(arguments, bootstrap_options(arguments), run);
  if (arguments.flag("questions")) return question_report(arguments, bootstrap_options(arguments), run);
  if (arguments.positionals.size() > 2)
    throw Error(ErrorCode::usage, arguments.positionals[2], "the gold data is one file",
                "two files of pairs are for --retrieval");
  const Gold gold = read_gold(arguments, arguments.positionals[1], run);
  return evaluate(arguments, gold, system_scores(arguments.positionals[0], gold, run), run);
}

/// "mrr=0.5": true when the metric reaches it.
bool reaches(const std::vector<MetricReport>& reports, const std::string& bar) {
  const auto equals = bar.find('=');
  double wanted = 0;
  const std::string number = equals == std::string::npos ? "" : bar.substr(equals + 1);
  if (std::from_chars(number.data(), number.data() + number.size(), wanted).ec != std::errc())
    throw Error(ErrorCode::usage, "--min", "'" + bar + "' is not METRIC=VALUE", "write --min mrr=0.5");
  for (const MetricReport& report : reports)
    if (report.name == bar.substr(0, equals)) return report.estimate.value >= wanted;
  throw Error(ErrorCode::usage, "--min", "'" + bar.substr(0, equals) + "' is none of the metrics of this evaluation",
              "run without --min to see them");
}

}  // namespace

int run_eval(Arguments& arguments) {
  if (only_planned(arguments, {arguments.positionals[0], arguments.positionals[1], arguments.text("lists")})) return 0;
  const Run run = make_run(arguments);
  const auto reports = evaluate(arguments, run);
  Table table(*arguments.output, "eval", {"metric", "value", "low", "high", "covered", "total"});
  for (const MetricReport& report : reports)
    table.row(
        {report.name, report.estimate.value, report.estimate.low, report.estimate.high, report.covered, report.total});
  return arguments.has("min") && !reaches(reports, arguments.text("min")) ? 1 : 0;
}

}  // namespace couplet
