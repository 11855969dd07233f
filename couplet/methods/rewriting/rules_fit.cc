#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/eval/folds.h"
#include "couplet/methods/rewriting/fit_parts.h"
#include "couplet/methods/rewriting/rewriting_methods.h"
#include "couplet/methods/rewriting/rewriting_schema.h"
#include "couplet/methods/rewriting/rules_model.h"
#include "couplet/methods/rewriting/shared_rules.h"

namespace couplet {
namespace {

/// Beyond so many pairs one fold alone is held out: it says enough.
constexpr std::int64_t many_pairs = 20000;

/// Which pairs are of the label that a column of weights is for: with two labels the last.
std::vector<int> targets_of(const LabelledPairs& pairs, int column) {
  std::vector<int> targets;
  for (const int label : pairs.labels) targets.push_back(label == (pairs.names.size() == 2 ? 1 : column));
  return targets;
}

int columns_of(const LabelledPairs& pairs) {
  return pairs.names.size() == 2 ? 1 : static_cast<int>(pairs.names.size());
}

/// A trial of C: with two labels by the objective of the decisions, with more the share of right labels.
struct RuleTrial {
  SvmOptions options;
  double value = 0;
  std::vector<double> decisions;  // of held-out pairs, with two labels; 0 of others
};

class RuleTraining {
 public:
  RuleTraining(const SharedRules& rules, const LabelledPairs& pairs, Objective objective, const Run& run)
      : rules_(rules), pairs_(pairs), objective_(objective), run_(run) {
    for (int column = 0; column < columns_of(pairs); ++column) targets_.push_back(targets_of(pairs, column));
  }

  std::vector<LinearSolution> train(std::span<const std::int64_t> items, const SvmOptions& options) const {
    std::vector<LinearSolution> solutions;
    for (const std::vector<int>& targets : targets_)
      solutions.push_back(train_linear(rules_.rows, targets, items, options, run_.seed, run_));
    return solutions;
  }

  /// judged: the pairs that were held out in some fold.
  std::vector<RuleTrial> validate(std::span<const int> fold_of, int folds, std::span<const SvmOptions> options,
                                  std::vector<std::int64_t>& judged) const {
    std::vector<RuleTrial> trials;
    for (const SvmOptions& option : options) trials.push_back({option, 0, std::vector<double>(fold_of.size(), 0)});
    std::vector<std::vector<double>> right(trials.size(), std::vector<double>(fold_of.size(), 0));
    const std::int64_t tasks = std::ssize(trials) * folds;
    Stage stage(*run_.observer, "cross-validation", tasks, "trainings");
    std::int64_t next = 0, done = 0;
    run_.pool.stream([&] { return next < tasks ? std::optional(next++) : std::nullopt; },
                     [&](std::int64_t task) {
                       const auto trial = static_cast<std::size_t>(task / folds);
                       const Split split = split_of_fold(fold_of, static_cast<int>(task % folds));
                       const auto solutions = train(split.train, options[trial]);
                       for (const std::int64_t item : split.held_out) {
                         std::vector<double> values;
                         for (const LinearSolution& solution : solutions)
                           values.push_back(linear_decision(rules_.rows, item, solution));
                         trials[trial].decisions[item] = values[0];
                         const auto best =
                             values.size() == 1
                                 ? static_cast<int>(values[0] > 0)
                                 : static_cast<int>(std::max_element(values.begin(), values.end()) - values.begin());
                         right[trial][item] = best == pairs_.labels[item];
                       }
                       return task;
                     },
                     [&](std::int64_t) {
                       stage.advance_to(++done);
                       run_.stop->check();
                     });
    for (std::int64_t i = 0; i < std::ssize(fold_of); ++i)
      if (fold_of[i] < folds) judged.push_back(i);
    for (std::size_t t = 0; t < trials.size(); ++t) trials[t].value = value_of(trials[t], right[t], judged);
    return trials;
  }

 private:
  double value_of(const RuleTrial& trial, const std::vector<double>& right,
                  const std::vector<std::int64_t>& judged) const {
    std::vector<double> decisions;
    std::vector<int> labels;
    std::vector<std::int64_t> groups;
    double correct = 0;
    for (const std::int64_t item : judged) {
      decisions.push_back(trial.decisions[item]);
      labels.push_back(pairs_.labels[item]);
      if (!pairs_.groups.empty()) groups.push_back(pairs_.groups[item]);
      correct += right[item];
    }
    if (targets_.size() > 1) return correct / static_cast<double>(judged.size());
    return objective_value(objective_, decisions, labels, groups);
  }

  const SharedRules& rules_;
  const LabelledPairs& pairs_;
  Objective objective_;
  const Run& run_;
  std::vector<std::vector<int>> targets_;
};

RuleWeights weights_of(const SharedRules& rules, const std::vector<LinearSolution>& solutions, int bits) {
  RuleWeights weights;
  weights.bits = bits;
  weights.buckets = rules.buckets;
  weights.weights.resize(rules.rows.features, std::ssize(solutions));
  for (std::size_t c = 0; c < solutions.size(); ++c) {
    for (Index f = 0; f < rules.rows.features; ++f) weights.weights(f, static_cast<Index>(c)) = solutions[c].weights[f];
    weights.bias.push_back(solutions[c].bias);
  }
  return weights;
}

Fitted fit_rules(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  const Objective objective = parse_objective(parameters.text("objective"));
  require_group(parameters, objective);
  const PairKernelOptions kernel = kernel_options(parameters);
  require_rule_features(kernel);
  SentenceOptions sentences = sentence_options(parameters, run);
  const bool counted = uses(kernel.terms, KernelTerm::Kind::idf) || parameters.real("wildcard-share") < 1 ||
                       kernel.types.uses(WordType::neighbour);
  LabelledPairs pairs = read_labelled_pairs(data, parameters.text("label"), parameters.text("group"), sentences, run,
                                            {.any_label = true, .keep_sentences = counted});
  FitReport report;
  report_data(pairs, sentences.most_words, report, run);
  RuleFeatures features(
      kernel, std::make_shared<const PairKnowledge>(learn_knowledge(parameters, kernel, pairs.sentences, run)));
  pairs.sentences = {};
  const int bits = static_cast<int>(parameters.integer("bits"));
  const SharedRules rules = shared_rules(pairs.left, pairs.right, sentences, features, bits, run);
  report.add("rules", fmt::format("{} of {} in two pairs or more, {} buckets", rules.rows.columns.size(), rules.met,
                                  rules.buckets.size()));
  const RuleTraining training(rules, pairs, objective, run);
  const std::vector<int> folds = make_folds(pairs, parameters.integer("folds"), run);
  const std::int64_t n = std::ssize(pairs.labels);
  const int judged_folds = n > many_pairs ? 1 : *std::max_element(folds.begin(), folds.end()) + 1;
  if (n > many_pairs) report.add("held out", "one fold, as there are many pairs");
  std::vector<std::int64_t> judged;
  std::vector<RuleTrial> trials =
      training.validate(folds, judged_folds, svm_trials(parameters, targets_of(pairs, 0)), judged);
  const bool two = pairs.names.size() == 2;
  const std::string figure = two ? parameters.text("objective") : "accuracy";
  std::size_t best = 0;
  for (std::size_t t = 0; t < trials.size(); ++t) {
    report.add(fmt::format("C {:g}", trials[t].options.c), fmt::format("{} {:.4f}", figure, trials[t].value));
    if (trials[t].value > trials[best].value) best = t;
  }
  if (parameters.has("save-scores")) write_scores(parameters.text("save-scores"), trials[best].decisions);
  std::vector<std::int64_t> everything(n);
  for (std::int64_t i = 0; i < n; ++i) everything[i] = i;
  RuleWeights weights = weights_of(rules, training.train(everything, trials[best].options), bits);
  weights.labels = pairs.names;
  if (two) {
    std::vector<double> decisions;
    std::vector<int> labels;
    for (const std::int64_t item : judged) {
      decisions.push_back(trials[best].decisions[item]);
      labels.push_back(pairs.labels[item]);
    }
    weights.sigmoid = fit_sigmoid(decisions, labels);
  }
  report.add("chosen", fmt::format("C {:g}: held-out {} {:.4f}", trials[best].options.c, figure, trials[best].value));
  ModelHeader header = fitting.header(n, hex64(pairs.fingerprint),
                                      {{"chosen C", fmt::format("{:g}", trials[best].options.c)},
                                       {"held-out " + figure, fmt::format("{:.6f}", trials[best].value)}});
  std::vector<std::vector<std::string>> sample;
  for (std::int64_t i = 0; i < std::min<std::int64_t>(3, n); ++i) sample.push_back({pairs.left[i], pairs.right[i]});
  return {std::make_unique<RulesModel>(std::move(header), std::move(sentences), std::move(features), std::move(weights),
                                       std::move(sample)),
          std::move(report)};
}

std::vector<std::pair<std::string, std::string>> plan_rules(const Data&, const Parameters& parameters, const Run&) {
  return {{"passes over the pairs", "1, and 2 over their rules"},
          {"trainings", fmt::format("{} of {} folds (of one, beyond {} pairs), and the last one",
                                    svm_trials(parameters, {0, 1}).size(), parameters.integer("folds"), many_pairs)},
          {"memory", "8 bytes a rule that two pairs share: some 2 to 10 kB a pair"}};
}

}  // namespace

Method rules_method() {
  std::vector<Parameter> parameters;
  for (Parameter& parameter : rewriting_parameters())
    if (parameter.name != "clip" && parameter.name != "gram" && parameter.name != "save-gram") {
      if (parameter.name == "kernel") parameter.default_value = "pr+srk:1-4";  // overlap has no features of its own
      if (parameter.name == "label") parameter.help = "the column with the label: any words, two or more";
      parameters.push_back(std::move(parameter));
    }
  parameters.push_back({"bits", ParameterType::integer, "24", "rules are hashed into 2^BITS buckets", 10, 30});
  return {.name = "rules",
          .job = "rewriting",
          .summary = "the same rules as features of a linear classifier: for 100,000 pairs and more, and many labels",
          .data = "LABELLED PAIRS (TSV or JSON Lines: two sentences and a label)",
          .parameters = std::move(parameters),
          .examples = {"couplet fit rules paraphrases.tsv --label 3 -o rules.couplet"},
          .plan = plan_rules,
          .fit = fit_rules,
          .load = RulesModel::load};
}

}  // namespace couplet
