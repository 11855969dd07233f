#include "couplet/methods/completion/rank_net.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/eval/folds.h"
#include "couplet/linalg/lbfgs.h"

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

std::vector<std::int64_t> members(std::span<const int> fold_of, std::span<const std::int64_t> which, int fold,
                                  bool inside) {
  std::vector<std::int64_t> result;
  for (std::size_t i = 0; i < which.size(); ++i)
    if ((fold_of[i] == fold) == inside) result.push_back(which[i]);
  return result;
}

/// The sum over wrong options of ln(1 + exp(wrong - right)).
double loss_of(const RankNet& net, std::span<const MatrixD> questions, std::span<const std::int64_t> right,
               std::span<const std::int64_t> which) {
  double loss = 0;
  for (const std::int64_t q : which) {
    const VectorD scores = net.scores(questions[q]);
    const auto answer = static_cast<Index>(right[q]);
    for (Index o = 0; o < scores.size(); ++o)
      if (o != answer) loss += std::log1p(std::exp(std::min(700.0, scores[o] - scores[answer])));
  }
  return loss;
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
  RankNet net{deviations_of(questions, which), VectorD::Zero(questions[0].cols())};
  std::vector<VectorD> differences;  // wrong - right
  for (const std::int64_t q : which) {
    const MatrixD x = net.standardised(questions[q]);
    const auto answer = static_cast<Index>(right[q]);
    for (Index o = 0; o < x.rows(); ++o)
      if (o != answer) differences.push_back((x.row(o) - x.row(answer)).transpose());
  }
  const double share = 1 / static_cast<double>(differences.size());
  const LossAndGradient<double> loss = [&](std::span<const double> at, std::span<double> gradient) {
    const Eigen::Map<const VectorD> w(at.data(), static_cast<Index>(at.size()));
    Eigen::Map<VectorD> g(gradient.data(), static_cast<Index>(gradient.size()));
    double sum = lambda * w.squaredNorm();
    g = 2 * lambda * w;
    for (const VectorD& difference : differences) {
      const double z = w.dot(difference);
      sum += share * (z > 0 ? z + std::log1p(std::exp(-z)) : std::log1p(std::exp(z)));
      g += difference * (share / (1 + std::exp(-z)));
    }
    return sum;
  };
  std::vector<double> w(net.weights.size(), 0);
  LbfgsOptions options;
  options.max_iterations = 200;
  lbfgs<double>(w, loss, options, run);
  net.weights = Eigen::Map<const VectorD>(w.data(), net.weights.size());
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
  const std::vector<int> fold_of = k_folds(static_cast<std::int64_t>(which.size()), folds, run.seed);
  double best = lambdas[0], least = std::numeric_limits<double>::infinity();
  for (const double lambda : lambdas) {
    double loss = 0;
    for (int fold = 0; fold < folds; ++fold) {
      const RankNet net = fit_rank_net(questions, right, members(fold_of, which, fold, false), lambda, run);
      loss += loss_of(net, questions, right, members(fold_of, which, fold, true));
    }
    if (loss > least) continue;
    least = loss;
    best = lambda;
  }
  return best;
}

std::vector<double> cross_validated(std::span<const MatrixD> questions, std::span<const std::int64_t> right, int folds,
                                    const Run& run) {
  std::vector<std::int64_t> all(questions.size());
  std::iota(all.begin(), all.end(), 0);
  const std::vector<int> fold_of = k_folds(static_cast<std::int64_t>(all.size()), folds, run.seed);
  std::vector<double> result(all.size(), 0);
  for (int test = 0; test < folds; ++test) {
    const std::vector<std::int64_t> training = members(fold_of, all, test, false);
    const int inner = std::min(folds, static_cast<int>(training.size()));
    const RankNet net =
        fit_rank_net(questions, right, training, best_lambda(questions, right, training, inner, run), run);
    for (const std::int64_t q : members(fold_of, all, test, true))
      result[q] = static_cast<double>(right_answers(net, questions, right, {&q, 1}));
  }
  return result;
}

}  // namespace couplet
