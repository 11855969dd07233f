// Weights of features that put better candidates above worse ones: the learner of everything that joins scores.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// Candidates of questions: features (candidates x features, comparable in size), and a grade each, high is good.
struct GradedQuestions {
  std::span<const MatrixD> features;
  std::span<const VectorD> grades;
};

enum class RankOrder { pairs, list };

/// What is made small: the mean over pairs of unequal grade within a question of ln(1 + exp(worse - better)) (RankNet,
/// Burges et al. 2005), or the mean over questions of the cross entropy of the softmax of its scores and the shares of
/// its gains 2^grade - 1 (ListNet, Cao et al. 2007), which looks at the top of the list; `points` times the mean of
/// (score - grade)^2 / 2, and lambda |w|^2, w without the last `free` weights.
struct RankLoss {
  double lambda = 0, points = 0;
  RankOrder order = RankOrder::pairs;
  Index free = 0;
};

struct RankWeights {
  VectorD weights;
  double base = 0;  // added to every score; 0 without points
};

/// By L-BFGS from zero. which: the questions to use. Error(data) when none of them has two grades (and points is 0).
RankWeights fit_rank_weights(const GradedQuestions& questions, std::span<const std::int64_t> which,
                             const RankLoss& loss, const Run& run);

/// The loss of other questions without lambda, times the number of their pairs or lists.
double held_out_loss(const RankWeights& weights, const GradedQuestions& questions, std::span<const std::int64_t> which,
                     const RankLoss& loss);

/// The lambda of `choices` with the least loss in cross-validation over `which`; of equals the largest. Accuracy would
/// choose by chance: a few hundred questions hardly tell one lambda from another.
double best_lambda(const GradedQuestions& questions, std::span<const std::int64_t> which,
                   std::span<const double> choices, double points, int folds, const Run& run);

/// The members of `which` that are in the fold, or all the others.
std::vector<std::int64_t> fold_members(std::span<const int> fold_of, std::span<const std::int64_t> which, int fold,
                                       bool inside);

}  // namespace couplet
