#include "couplet/methods/completion/rank_net.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/eval/folds.h"
#include "couplet/methods/ranking/rank_weights.h"

namespace couplet {
namespace {

constexpr double lambdas[] = {1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1};

/// Above the mean of the question; NaN becomes the mean.
MatrixD centred(const MatrixD& x) {
  MatrixD result(x.rows(), x.cols());
  for (Index f = 0; f < x.cols(); ++f) {
    double sum = 0;
    Index known = 0;
    for (Index o = 0; o < x.rows(); ++o)
      if (!std::isnan(x(o, f))) {
        sum += x(o, f);
        ++known;
      }
    const double mean = known > 0 ? sum / static_cast<double>(known) : 0;
    for (Index o = 0; o < x.rows(); ++o) result(o, f) = std::isnan(x(o, f)) ? 0 : x(o, f) - mean;
  }
  return result;
}

VectorD deviations_of(std::span<const MatrixD> questions, std::span<const std::int64_t> which) {
  VectorD squares = VectorD::Zero(questions[0].cols());
  double count = 0;
  for (const std::int64_t q : which) {
    const MatrixD x = centred(questions[q]);
    squares += x.array().square().matrix().colwise().sum().transpose();
    count += static_cast<double>(x.rows());
  }
  VectorD result = (squares / std::max(1.0, count)).array().sqrt();
  for (Index f = 0; f < result.size(); ++f)
    if (!(result[f] > 0)) result[f] = 1;
  return result;
}

/// The questions as the learner takes them: standardised, with grade 1 for the right option.
struct Prepared {
  std::vector<MatrixD> features;
  std::vector<VectorD> grades;
  GradedQuestions view() const { return {features, grades}; }
};

Prepared prepared(const RankNet& net, std::span<const MatrixD> questions, std::span<const std::int64_t> right) {
  Prepared result;
  for (std::size_t q = 0; q < questions.size(); ++q) {
    result.features.push_back(net.standardised(questions[q]));
    result.grades.push_back(VectorD::Unit(questions[q].rows(), static_cast<Index>(right[q])));
  }
  return result;
}

}  // namespace

MatrixD RankNet::standardised(const MatrixD& x) const {
  MatrixD result = centred(x);
  for (Index f = 0; f < result.cols(); ++f) result.col(f) /= deviations[f];
  return result;
}

RankNet fit_rank_net(std::span<const MatrixD> questions, std::span<const std::int64_t> right,
                     std::span<const std::int64_t> which, double lambda, const Run& run) {
  if (which.empty()) throw Error(ErrorCode::data, "", "no question to learn from", "give questions with answers");
  RankNet net{deviations_of(questions, which), {}};
  net.weights = fit_rank_weights(prepared(net, questions, right).view(), which, {lambda, 0}, run).weights;
  return net;
}

std::int64_t right_answers(const RankNet& net, std::span<const MatrixD> questions, std::span<const std::int64_t> right,
                           std::span<const std::int64_t> which) {
  std::int64_t count = 0;
  for (const std::int64_t q : which) {
    const VectorD scores = net.scores(questions[q]);
    const auto answer = static_cast<Index>(right[q]);
    bool first = true;
    for (Index o = 0; o < scores.size(); ++o) first = first && (o == answer || scores[o] < scores[answer]);
    count += first;
  }
  return count;
}

double best_lambda(std::span<const MatrixD> questions, std::span<const std::int64_t> right,
                   std::span<const std::int64_t> which, int folds, const Run& run) {
  const RankNet net{deviations_of(questions, which), {}};
  return best_lambda(prepared(net, questions, right).view(), which, lambdas, 0, folds, run);
}

std::vector<double> cross_validated(std::span<const MatrixD> questions, std::span<const std::int64_t> right, int folds,
                                    const Run& run) {
  std::vector<std::int64_t> all(questions.size());
  std::iota(all.begin(), all.end(), 0);
  const std::vector<int> fold_of = k_folds(static_cast<std::int64_t>(all.size()), folds, run.seed);
  std::vector<double> result(all.size(), 0);
  for (int test = 0; test < folds; ++test) {
    const std::vector<std::int64_t> training = fold_members(fold_of, all, test, false);
    const int inner = std::min(folds, static_cast<int>(training.size()));
    const RankNet net =
        fit_rank_net(questions, right, training, best_lambda(questions, right, training, inner, run), run);
    for (const std::int64_t q : fold_members(fold_of, all, test, true))
      result[q] = static_cast<double>(right_answers(net, questions, right, {&q, 1}));
  }
  return result;
}

}  // namespace couplet
