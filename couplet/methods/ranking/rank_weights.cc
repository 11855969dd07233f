#include "couplet/methods/ranking/rank_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/eval/folds.h"
#include "couplet/linalg/lbfgs.h"

namespace couplet {
namespace {

/// The pairs' losses of one question, and for each candidate the derivative by its score.
double add_pairs(const VectorD& scores, const VectorD& grades, VectorD* slopes) {
  double loss = 0;
  for (Index better = 0; better < scores.size(); ++better)
    for (Index worse = 0; worse < scores.size(); ++worse) {
      if (!(grades[better] > grades[worse])) continue;
      const double z = scores[worse] - scores[better];
      loss += z > 0 ? z + std::log1p(std::exp(-z)) : std::log1p(std::exp(z));
      if (!slopes) continue;
      const double slope = 1 / (1 + std::exp(-z));
      (*slopes)[worse] += slope;
      (*slopes)[better] -= slope;
    }
  return loss;
}

bool all_equal(const VectorD& grades) { return grades.size() == 0 || grades.minCoeff() == grades.maxCoeff(); }

/// The same of the whole list: what the softmax of the scores is from the shares of the gains.
double add_list(const VectorD& scores, const VectorD& grades, VectorD* slopes) {
  if (all_equal(grades)) return 0;
  const VectorD gains = grades.unaryExpr([](double grade) { return std::exp2(grade) - 1; });
  const VectorD shares = gains / gains.sum();
  const double most = scores.maxCoeff();
  const VectorD raised = (scores.array() - most).exp();
  if (slopes) *slopes += raised / raised.sum() - shares;
  return most + std::log(raised.sum()) - shares.dot(scores);
}

double add_ordering(RankOrder order, const VectorD& scores, const VectorD& grades, VectorD* slopes) {
  return order == RankOrder::pairs ? add_pairs(scores, grades, slopes) : add_list(scores, grades, slopes);
}

struct Amounts {
  double orderings = 0, candidates = 0;  // pairs of unequal grade, or lists with some
};

Amounts amounts_of(const GradedQuestions& questions, std::span<const std::int64_t> which, RankOrder order) {
  Amounts result;
  for (const std::int64_t q : which) {
    const VectorD& grades = questions.grades[q];
    result.candidates += static_cast<double>(grades.size());
    if (order == RankOrder::list)
      result.orderings += !all_equal(grades);
    else
      for (Index i = 0; i < grades.size(); ++i)
        for (Index j = 0; j < i; ++j) result.orderings += grades[i] != grades[j];
  }
  return result;
}

}  // namespace

RankWeights fit_rank_weights(const GradedQuestions& questions, std::span<const std::int64_t> which,
                             const RankLoss& loss, const Run& run) {
  const Amounts amounts = amounts_of(questions, which, loss.order);
  if (amounts.orderings == 0 && (loss.points == 0 || amounts.candidates == 0))
    throw Error(ErrorCode::data, "", "no question to learn from", "give questions with right and wrong candidates");
  const Index features = questions.features[which[0]].cols();
  const double order_share = amounts.orderings > 0 ? 1 / amounts.orderings : 0,
               point_share = loss.points / amounts.candidates;
  // Blocks of questions in parallel, added up in order.
  constexpr Index block = 64;
  const Index blocks = (std::ssize(which) + block - 1) / block;
  struct Part {
    double value;
    VectorD gradient;
  };
  std::vector<Part> parts(blocks);
  const LossAndGradient<double> evaluate = [&](std::span<const double> at, std::span<double> gradient) {
    const Eigen::Map<const VectorD> all(at.data(), features + 1);
    Eigen::Map<VectorD> g(gradient.data(), features + 1);
    const VectorD w = all.head(features);
    run.pool.for_blocks(std::ssize(which), block, [&](Index begin, Index end) {
      Part part{0, VectorD::Zero(features + 1)};
      for (Index i = begin; i < end; ++i) {
        const MatrixD& x = questions.features[which[i]];
        const VectorD& grades = questions.grades[which[i]];
        const VectorD scores = x * w;
        VectorD slopes = VectorD::Zero(scores.size());
        part.value += order_share * add_ordering(loss.order, scores, grades, &slopes);
        slopes *= order_share;
        if (loss.points > 0) {
          const VectorD errors = (scores - grades).array() + all[features];
          part.value += point_share * errors.squaredNorm() / 2;
          slopes += point_share * errors;
          part.gradient[features] += point_share * errors.sum();
        }
        part.gradient.head(features) += x.transpose() * slopes;
      }
      parts[begin / block] = std::move(part);
    });
    const Index held = features - loss.free;
    double value = loss.lambda * w.head(held).squaredNorm();
    g.setZero();
    g.head(held) = 2 * loss.lambda * w.head(held);
    for (const Part& part : parts) {
      value += part.value;
      g += part.gradient;
    }
    return value;
  };
  std::vector<double> found(features + 1, 0);
  LbfgsOptions options;
  options.max_iterations = 200;
  lbfgs<double>(found, evaluate, options, run);
  return {Eigen::Map<const VectorD>(found.data(), features), found[features]};
}

double held_out_loss(const RankWeights& weights, const GradedQuestions& questions, std::span<const std::int64_t> which,
                     const RankLoss& loss) {
  double order_loss = 0, point_loss = 0;
  const Amounts amounts = amounts_of(questions, which, loss.order);
  for (const std::int64_t q : which) {
    const VectorD scores = questions.features[q] * weights.weights;
    order_loss += add_ordering(loss.order, scores, questions.grades[q], nullptr);
    point_loss += ((scores - questions.grades[q]).array() + weights.base).matrix().squaredNorm() / 2;
  }
  const double scale = amounts.candidates > 0 ? std::max(1.0, amounts.orderings) / amounts.candidates : 0;
  return order_loss + loss.points * point_loss * scale;
}

double best_lambda(const GradedQuestions& questions, std::span<const std::int64_t> which,
                   std::span<const double> choices, double points, int folds, const Run& run) {
  const std::vector<int> fold_of = k_folds(std::ssize(which), folds, run.seed);
  double best = choices[0], least = std::numeric_limits<double>::infinity();
  for (const double lambda : choices) {
    double loss = 0;
    for (int fold = 0; fold < folds; ++fold) {
      const auto weights =
          fit_rank_weights(questions, fold_members(fold_of, which, fold, false), {lambda, points}, run);
      loss += held_out_loss(weights, questions, fold_members(fold_of, which, fold, true), {0, points});
    }
    if (loss > least) continue;
    least = loss;
    best = lambda;
  }
  return best;
}

std::vector<std::int64_t> fold_members(std::span<const int> fold_of, std::span<const std::int64_t> which, int fold,
                                       bool inside) {
  std::vector<std::int64_t> result;
  for (std::size_t i = 0; i < which.size(); ++i)
    if ((fold_of[i] == fold) == inside) result.push_back(which[i]);
  return result;
}

}  // namespace couplet
