#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/eval/bootstrap.h"
#include "couplet/eval/compare.h"
#include "couplet/methods/completion/blank_questions.h"
#include "couplet/methods/completion/completion_model.h"
#include "couplet/text/trimmed.h"

namespace couplet {
namespace {

std::string with_interval(const std::vector<double>& right, const Run& run) {
  const Estimate estimate = bootstrap_mean(right, {}, run);
  return fmt::format("{:.4f} ({:.4f} to {:.4f})", estimate.value, estimate.low, estimate.high);
}

/// Which questions one scorer alone gets right.
std::vector<double> right_of(const ScorerTable& table, Index scorer, std::span<const BlankQuestion> questions) {
  std::vector<double> right;
  for (std::size_t q = 0; q < questions.size(); ++q) {
    std::vector<OptionScore> scores;
    for (Index o = 0; o < table.questions[q].rows(); ++o) scores.push_back({table.questions[q](o, scorer), 0});
    right.push_back(answer_of(questions[q], scores).right);
  }
  return right;
}

/// Questions that some scorer can say something about.
std::vector<std::size_t> attempted(const ScorerTable& table) {
  std::vector<std::size_t> which;
  for (std::size_t q = 0; q < table.questions.size(); ++q) {
    bool known = false;
    for (Index f = 0; f < table.questions[q].cols(); ++f)
      known = known || (!table.names[f].starts_with("lsa-unknown") && !table.questions[q].col(f).array().isNaN().all());
    if (known) which.push_back(q);
  }
  return which;
}

/// The questions are the first file, or the rows; the other paths are models.
Source questions_of(const Data& data) {
  if (data.rows) return {.on_bad_line = data.on_bad_line, .rows = data.rows};
  return {.paths = {data.paths[0]}, .on_bad_line = data.on_bad_line};
}

std::span<const std::string> models_of(const Data& data) {
  return std::span(data.paths).subspan(data.rows || data.paths.empty() ? 0 : 1);
}

/// The names in a list with commas, each of which must be one of those there are.
std::vector<std::string> chosen_scorers(const std::string& list, const std::vector<std::string>& all) {
  if (list.empty()) return all;
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string name(trimmed(std::string_view(list).substr(begin, end - begin)));
    begin = end + 1;
    if (name.empty()) throw Error(ErrorCode::usage, "--scorers", "an empty name", "write names with commas between");
    if (std::find(names.begin(), names.end(), name) != names.end())
      throw Error(ErrorCode::usage, "--scorers", fmt::format("'{}' stands there twice", name), "name it once");
    if (std::find(all.begin(), all.end(), name) == all.end())
      throw Error(ErrorCode::usage, "--scorers", fmt::format("there is no '{}'", name),
                  fmt::format("{} {}",
                              name.starts_with(outside_prefix) ? "--scores and these models give" : "these models give",
                              fmt::join(all, ", ")));
    names.push_back(name);
  }
  return names;
}

/// Models without those that no wanted scorer needs, which the report names.
std::vector<std::unique_ptr<Model>> only_needed(std::vector<std::unique_ptr<Model>> models,
                                                std::span<const std::string> paths, std::span<const std::string> wanted,
                                                FitReport& report) {
  const std::vector<bool> needed = needed_models(models, wanted);
  std::vector<std::unique_ptr<Model>> kept;
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (needed[i])
      kept.push_back(std::move(models[i]));
    else
      report.add("left out", fmt::format("{} ({}): no scorer needs it", paths[i], models[i]->header().method));
  }
  return kept;
}

struct Material {
  std::vector<BlankQuestion> questions;
  ScorerTable table;
  std::vector<std::int64_t> right;
};

void report_scorers(const Material& material, FitReport& report, const Run& run) {
  std::vector<double> best;
  std::string best_name;
  for (std::size_t f = 0; f < material.table.names.size(); ++f) {
    std::vector<double> right = right_of(material.table, static_cast<Index>(f), material.questions);
    report.add("accuracy of " + material.table.names[f], with_interval(right, run));
    if (best.empty() ||
        std::accumulate(right.begin(), right.end(), 0.0) > std::accumulate(best.begin(), best.end(), 0.0)) {
      best = std::move(right);
      best_name = material.table.names[f];
    }
  }
  constexpr int folds = 5;
  if (material.questions.size() < 2 * folds) {
    run.observer->warn(fmt::format("only {} questions: no cross-validation", material.questions.size()));
    return;
  }
  const std::vector<double> right = cross_validated(material.table.questions, material.right, folds, run);
  report.add("accuracy of the combination, 5-fold", with_interval(right, run));
  const McNemar test = mcnemar(right, best);
  report.add("against the best scorer", fmt::format("{}: {} right only here, {} only there, p {:.3g} (McNemar)",
                                                    best_name, test.only_a, test.only_b, test.p_value));
}

/// parts: those that no wanted scorer needs are taken out.
Material read_material(const Data& data, std::vector<std::unique_ptr<Model>>& parts, const Parameters& parameters,
                       FitReport& report, const Run& run) {
  BlankQuestions file = read_blank_questions(questions_of(data));
  if (file.bad_lines > 0) report.add("bad lines skipped", file.bad_lines);
  if (parameters.has("scores")) {
    const std::int64_t open = read_outside_scores(parameters.text("scores"), file.questions, run);
    if (open > 0) report.add("outside scores not known", open);
  }
  const std::vector<std::string> wanted =
      chosen_scorers(parameters.text("scorers"), all_scorers(parts, file.questions));
  parts = only_needed(std::move(parts), models_of(data), wanted, report);
  ScorerTable table = score_all(parts, file.questions, wanted, run);
  Material material;
  material.table.names = table.names;
  for (const std::size_t q : attempted(table)) {
    if (file.questions[q].answer < 0)
      throw Error(ErrorCode::data, data.name(), "the questions have no answers",
                  "add a column named answer, with a header line");
    material.right.push_back(file.questions[q].answer);
    material.questions.push_back(std::move(file.questions[q]));
    material.table.questions.push_back(std::move(table.questions[q]));
  }
  report.add("questions", table.questions.size());
  const std::size_t skipped = table.questions.size() - material.questions.size();
  if (skipped > 0) report.add("without a known word", fmt::format("{}, skipped", skipped));
  if (material.questions.empty())
    throw Error(ErrorCode::data, data.name(), "no question has a known word", "are they in the models' language?");
  return material;
}

/// A question as an input of the self-test: the text and its first two options.
std::vector<std::string> two_options(const BlankQuestion& question) {
  std::string text = question.pieces[0];
  for (std::size_t i = 1; i < question.pieces.size(); ++i) text += "_____" + question.pieces[i];
  return {text, joined_fillers(question.options[0]), joined_fillers(question.options[1])};
}

Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  const std::span<const std::string> models = models_of(data);
  if (models.empty()) throw Error(ErrorCode::usage, "", "questions and models are needed", "write QUESTIONS MODEL...");
  std::vector<std::unique_ptr<Model>> parts;
  Fingerprint sum;
  for (const std::string& model : models) {
    parts.push_back(fitting.load(model));
    if (parts.back()->header().method == "completion")  // its weights may have been learned from these very questions
      throw Error(ErrorCode::usage, model, "is a joined model itself", "join the models that it was made of");
    capability<CompletesSentences>(*parts.back());
  }
  Fitted fitted;
  Material material = read_material(data, parts, parameters, fitted.report, run);
  for (const auto& part : parts) sum.add(part->header().data_fingerprint);
  report_scorers(material, fitted.report, run);
  std::vector<std::int64_t> all(material.questions.size());
  std::iota(all.begin(), all.end(), 0);
  const bool enough = all.size() >= 10;
  const double lambda = parameters.has("lambda") ? parameters.real("lambda")
                        : enough                 ? best_lambda(material.table.questions, material.right, all, 5, run)
                                                 : 0.1;
  RankNet net = fit_rank_net(material.table.questions, material.right, all, lambda, run);
  fitted.report.add("lambda", lambda, "");
  std::vector<std::pair<std::string, std::string>> details{{"lambda", fmt::format("{}", lambda)}};
  for (std::size_t f = 0; f < material.table.names.size(); ++f) {
    const std::string name = "weight of " + material.table.names[f];
    fitted.report.add(name, net.weights[static_cast<Index>(f)], ".4f");
    details.emplace_back(name, fmt::format("{:.4f}", net.weights[static_cast<Index>(f)]));  // `inspect` shows them
  }
  for (const BlankQuestion& question : material.questions) sum.add(question.id);
  ModelHeader header = fitting.header(static_cast<std::int64_t>(all.size()), hex64(sum.value()), std::move(details));
  header.self_test = {{two_options(material.questions[0]), {}}};
  fitted.model = std::make_unique<CompletionModel>(std::move(header), std::move(parts), std::move(material.table.names),
                                                   std::move(net));
  return fitted;
}

std::vector<std::pair<std::string, std::string>> plan(const Data& data, const Parameters&, const Run&) {
  return {{"models", fmt::format("{}, kept whole in the new one", models_of(data).size())}};
}

}  // namespace

Method completion_method() {
  using enum ParameterType;
  return {.name = "completion",
          .job = "completion",
          .summary = "several models that fill blanks, joined by weights learned from questions with answers",
          .data = "QUESTIONS MODEL...",
          .parameters = {{"lambda", real, "", "strength of the regulariser; not given: by cross-validation", 0, 1e6},
                         {"scorers", text, "", "scorers to join, with commas: lsa-total,ngram-kn; default: all"},
                         Parameter::path("scores", "scores of other programs (TSV): id, option and a column a scorer")},
          .examples = {"couplet fit completion blanks.tsv trigrams.couplet lsa.couplet -o joined.couplet"},
          .plan = plan,
          .fit = fit,
          .load = CompletionModel::load};
}

}  // namespace couplet
