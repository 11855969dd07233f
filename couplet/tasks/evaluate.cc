#include "couplet/tasks/evaluate.h"

#include <fmt/format.h>

#include <charconv>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/model/container.h"
#include "couplet/plot/picture_file.h"
#include "couplet/tasks/operating_picture.h"

namespace couplet {
namespace {

struct EvaluateOptions : GoldOptions {
  std::string min;  // "mrr=0.5"
  std::string picture;
};

const OptionSchema<EvaluateOptions>& evaluate_schema() {
  using Options = EvaluateOptions;
  static const auto made =
      OptionSchema<Options>()
          .add(gold_schema())
          .add("perplexity", &Options::perplexity, "GOLD is text, a sentence a line, for a language model")
          .add("min", &Options::min, "exit with 1 when the metric is below", {.placeholder = "METRIC=X"})
          .add("picture", &Options::picture, "draw ROC and precision-recall curves here (SVG)",
               {.placeholder = "FILE", .type = ParameterType::output})
          .add("matching", &Options::matching,
               "the first file is a result of match, GOLD the right pairs, two columns of rows from 0")
          .add(data_parameters());
  return made;
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

/// What the pairs that should score high are labelled; empty: the gold data has no labels.
std::string positive_label(const GoldOptions& options) {
  if (options.label.empty()) return "";
  if (!options.positive.empty()) return options.positive;
  if (options.relevant) return fmt::format("{} or more", *options.relevant);
  return options.group.empty() ? "1" : "above 0";
}

void check_evaluate(const Request& request) {
  const EvaluateOptions options = evaluate_schema().read(request.options);
  check_gold_options(request, gold_kind_of(options, false));
  if (!options.picture.empty()) check_picture_name("--picture", options.picture);
  const std::vector<std::string>& gold = request.all("gold");
  if (gold.size() > 1 && !options.retrieval)
    throw Error(ErrorCode::usage, gold[1], "the gold data is one file", "two files of pairs are for --retrieval");
}

Answer run_evaluate(const Request& request, RowSink& rows, const Run& run) {
  const EvaluateOptions options = evaluate_schema().read(request.options);
  const auto reports =
      evaluate(system_of(request, request.word("system")), request.source("gold"), options, run, options.picture);
  std::vector<Column> columns = eval_columns();
  std::vector<Cell> further;
  const std::string positive = positive_label(options);
  if (!positive.empty()) {
    columns.push_back({"positive", CellType::text});
    further.emplace_back(positive);
  }
  Table table(rows, "eval", columns);
  show_reports(reports, table, further);
  for (const MetricReport& report : reports)
    if (report.name == "auc" && report.estimate.high < 0.5 && !positive.empty())
      run.observer->warn(
          fmt::format("auc is below 0.5: pairs labelled {} score lower than the others; if that is as it "
                      "should be, name the others' label with --positive",
                      positive));
  return {options.min.empty() || reaches(reports, options.min)};
}

}  // namespace

std::vector<MetricReport> evaluate(const System& system, const Source& gold, const GoldOptions& options, const Run& run,
                                   const std::string& picture) {
  const Measured measured = gold_kind_of(options, false).read(gold, options, run)->measure(system, run);
  if (!picture.empty()) write_file(picture, operating_picture({{system.name(), &measured}}, gold.name()));
  std::vector<MetricReport> reports = reports_of(measured.measures, options, run);
  reports.insert(reports.end(), measured.counts.begin(), measured.counts.end());
  return reports;
}

System system_of(const Request& request, const std::string& word) {
  return {word, !request.may_read_files || request.is_model(word) ? request.open_model(word) : nullptr};
}

Task evaluate_task() {
  return {
      .name = "eval",
      .synopsis = "MODEL|SCORES GOLD | MODEL LEFT RIGHT",
      .summary = "metrics with confidence intervals",
      .details =
          "GOLD is a file of pairs; one of --lists, --label and --value says what is right. The column positive says "
          "which "
          "label should score high; --positive chooses it. A file of scores (one a "
          "line, or a column named score) "
          "can stand for the model. Ties count against the right candidate; pairs without a score count as wrong. "
          "With --retrieval the pairs themselves are right, and the model must embed texts. With --matching the first "
          "is a "
          "result of match: precision of its pairs, recall of the right ones; seeds count in neither. "
          "With --analogy, GOLD has questions: lines of four words, 'man king woman queen', in sections that begin "
          "with a line ': name'. accuracy is over the questions whose words are all known, accuracy-all over all. "
          "With --opposites, GOLD has lines 'hot: warm cold big :: cold': a word, choices, and its opposite among "
          "them. The least similar choice is the answer; precision is over the questions attempted, recall over all. "
          "With --synonyms the lines are the same, and the most similar choice is the answer. "
          "With --perplexity, GOLD is text: perplexity counts unknown words as <unk>, perplexity-known leaves them "
          "out. "
          "With --questions, GOLD has questions with blanks and answers, as for complete.",
      .examples = {"couplet eval pairs.couplet pairs.tsv --lists lists.tsv",
                   "couplet eval pairs.couplet judged.tsv --label 3 --min auc=0.5",
                   "couplet eval pairs.couplet judged.tsv --label 3 --picture curves.svg",
                   "couplet eval words.couplet analogies.txt --analogy add",
                   "couplet eval opposites.couplet opposites.txt --opposites",
                   "couplet eval opposites.couplet synonyms.txt --synonyms",
                   "couplet eval trigrams.couplet weather.txt --perplexity",
                   "couplet eval trigrams.couplet blanks.tsv --questions",
                   "couplet eval matched.tsv names-gold.tsv --matching"},
      .inputs = {{"system", InputShape::system}, {"gold", InputShape::data, 1, 2}},
      .parameters = evaluate_schema().parameters(),
      .check = check_evaluate,
      .run = run_evaluate};
}

}  // namespace couplet
