#include "couplet/methods/rewriting/cross_validation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/eval/classification.h"
#include "couplet/eval/folds.h"
#include "couplet/eval/ranking.h"

namespace couplet {

Objective parse_objective(const std::string& name) {
  if (name == "f1") return Objective::f1;
  if (name == "accuracy") return Objective::accuracy;
  if (name == "map") return Objective::map;
  if (name == "mrr") return Objective::mrr;
  throw Error(ErrorCode::usage, "--objective", "'" + name + "' is not known", "use f1, accuracy, map or mrr");
}

namespace {

double ranking_value(Objective objective, std::span<const double> decisions, std::span<const int> labels,
                     std::span<const std::int64_t> groups) {
  std::map<std::int64_t, std::pair<std::vector<double>, std::vector<double>>> questions;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    auto& [scores, gains] = questions[groups[i]];
    scores.push_back(decisions[i]);
    gains.push_back(labels[i]);
  }
  CandidateLists lists;
  for (const auto& [group, question] : questions) {
    const auto& [scores, gains] = question;
    const auto right = std::count(gains.begin(), gains.end(), 1.0);
    if (right > 0 && right < static_cast<std::ptrdiff_t>(gains.size())) lists.add(scores, gains);
  }
  const auto values = objective == Objective::map ? average_precisions(lists) : reciprocal_ranks(lists);
  return mean(values);
}

}  // namespace

double objective_value(Objective objective, std::span<const double> decisions, std::span<const int> labels,
                       std::span<const std::int64_t> groups) {
  double value = 0;
  if (objective == Objective::map || objective == Objective::mrr) {
    value = ranking_value(objective, decisions, labels, groups);
  } else {
    const DecisionCounts counts = decisions_at(decisions, labels, 0);
    value = objective == Objective::f1 ? counts.f1() : counts.accuracy();
  }
  return std::isfinite(value) ? value : 0;
}

CrossValidated cross_validate(const SvmProblem& problem, std::span<const int> fold_of,
                              std::span<const SvmOptions> options, Objective objective,
                              std::span<const std::int64_t> groups, const Run& run) {
  const int folds = *std::max_element(fold_of.begin(), fold_of.end()) + 1;
  const auto tasks = static_cast<std::int64_t>(options.size()) * folds;
  std::vector<std::vector<double>> decisions(options.size(), std::vector<double>(fold_of.size(), 0));
  Stage stage(*run.observer, "cross-validation", tasks, "trainings");
  std::int64_t next = 0, done = 0;
  const auto read = [&] { return next < tasks ? std::optional(next++) : std::nullopt; };
  const auto work = [&](std::int64_t task) {
    const auto trial = static_cast<std::size_t>(task / folds);
    const Split split = split_of_fold(fold_of, static_cast<int>(task % folds));
    const SvmSolution solution = problem.train(split.train, options[trial]);
    for (const std::int64_t item : split.held_out) decisions[trial][item] = problem.decision(solution, item);
    return task;
  };
  run.pool.stream(read, work, [&](std::int64_t) {
    stage.advance_to(++done);
    run.stop->check();
  });
  CrossValidated result;
  for (std::size_t t = 0; t < options.size(); ++t) {
    result.trials.push_back({options[t], objective_value(objective, decisions[t], problem.labels(), groups)});
    if (result.trials[t].value > result.trials[result.best].value) result.best = t;
  }
  result.decisions = std::move(decisions[result.best]);
  return result;
}

}  // namespace couplet
