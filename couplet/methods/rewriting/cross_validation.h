// Choosing C (and the weight of the positives) by what held-out pairs say.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/rewriting/svm.h"

namespace couplet {

enum class Objective { f1, accuracy, map, mrr };

/// "f1", "accuracy", "map" or "mrr"; Error(usage) otherwise.
Objective parse_objective(const std::string& name);

/// The objective of decision values (1 from 0 on). groups: the question of each item, for map and mrr; questions
/// without both labels are left out there. 0 where it is not defined.
double objective_value(Objective objective, std::span<const double> decisions, std::span<const int> labels,
                       std::span<const std::int64_t> groups);

struct SvmTrial {
  SvmOptions options;
  double value = 0;  // of the objective, over all held-out items together
};

struct CrossValidated {
  std::vector<SvmTrial> trials;   // in the order given
  std::size_t best = 0;           // the first of the best
  std::vector<double> decisions;  // of the best: each item's value when it was held out
};

/// fold_of: the fold of each item, from 0. Every item is judged by a classifier trained on the other folds; the value
/// of a trial is that of all judgements together. Parallel over trials and folds. Cost: folds x trials trainings.
CrossValidated cross_validate(const SvmProblem& problem, std::span<const int> fold_of,
                              std::span<const SvmOptions> options, Objective objective,
                              std::span<const std::int64_t> groups, const Run& run);

}  // namespace couplet
