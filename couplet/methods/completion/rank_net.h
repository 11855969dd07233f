// A linear combination of scorers that puts right options above wrong ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// Weights of standardised scores: a score is what an option has above the mean of its question's options, divided by
/// the scorer's deviation; unknown scores (NaN) count as the mean.
struct RankNet {
  VectorD deviations;  // a scorer each; 1 where all options are equal
  VectorD weights;

  /// x: options x scorers. One standardised row an option.
  MatrixD standardised(const MatrixD& x) const;
  /// One score an option.
  VectorD scores(const MatrixD& x) const { return standardised(x) * weights; }
};

/// min over w of the mean over pairs (right, wrong) of ln(1 + exp(w . (x_wrong - x_right))) + lambda |w|^2 (Burges et
/// al. 2005; see rank_weights.h). questions: options x scorers each; right: the right option of each; which: the
/// questions to use. Error(data) when there is none.
RankNet fit_rank_net(std::span<const MatrixD> questions, std::span<const std::int64_t> right,
                     std::span<const std::int64_t> which, double lambda, const Run& run);

/// Questions of `which` whose right option is first, ties counting against.
std::int64_t right_answers(const RankNet& net, std::span<const MatrixD> questions, std::span<const std::int64_t> right,
                           std::span<const std::int64_t> which);

/// The lambda with the least loss in cross-validation over `which`; of equals the largest. Accuracy would choose by
/// chance: a few hundred questions hardly tell one lambda from another.
double best_lambda(std::span<const MatrixD> questions, std::span<const std::int64_t> right,
                   std::span<const std::int64_t> which, int folds, const Run& run);

/// Every question answered by a combination that never saw it: folds in turn are tested on; of the others, lambda comes
/// from cross-validation within them and then all of them train. 1 where it is right.
std::vector<double> cross_validated(std::span<const MatrixD> questions, std::span<const std::int64_t> right, int folds,
                                    const Run& run);

}  // namespace couplet
