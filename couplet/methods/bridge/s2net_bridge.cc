#include "couplet/methods/bridge/s2net_bridge.h"

#include <algorithm>
#include <cmath>

#include "couplet/eval/ranking.h"
#include "couplet/eval/retrieval.h"
#include "couplet/linalg/lapack.h"
#include "couplet/methods/bridge/development.h"
#include "couplet/methods/bridge/same_texts.h"

namespace couplet {
namespace {

/// Of the cross-entropy in the development figure: little, so that it decides only where the ranks hardly can.
constexpr double entropy_share = 0.01;

/// Mean over the rows i of log sum_j exp(gamma (s_ij - s_ii)), s = a b^T: how surely a text tells its counterpart from
/// the others.
double cross_entropy(const MatrixD& a, const MatrixD& b, double gamma, const Run& run) {
  std::vector<double> losses(a.rows());
  run.pool.for_blocks(a.rows(), 256, [&](Index begin, Index end) {
    MatrixD scores(end - begin, b.rows());
    gemm(Transpose::no, Transpose::yes, 1.0, a.middleRows(begin, end - begin), b, 0.0, scores);
    for (Index i = begin; i < end; ++i) {
      const auto row = scores.row(i - begin).array();
      losses[i] = std::log((gamma * (row - scores(i - begin, i))).exp().sum());
    }
  });
  return mean(losses);
}

/// The figure that says when to stop.
double development_figure(const CsrOperator<float>& left, const CsrOperator<float>& right, const MatrixF& projection,
                          double gamma, const Run& run) {
  std::vector<bool> left_known, right_known;
  const MatrixD a = unit_vectors(left, projection, left_known, run);
  const MatrixD b = unit_vectors(right, projection, right_known, run);
  const RetrievalRanks ranks = retrieval_ranks(a, b, left_known, right_known, run);
  const double rank = (mean(reciprocal_ranks(std::span(ranks.left_to_right))) +
                       mean(reciprocal_ranks(std::span(ranks.right_to_left)))) /
                      2;
  const double entropy = (cross_entropy(a, b, gamma, run) + cross_entropy(b, a, gamma, run)) / 2;
  return rank - entropy_share * entropy;
}

}  // namespace

S2NetOptions among_partners(S2NetOptions options, const S2NetProblem<float>& problem) {
  std::vector<double> weights(problem.right->rows(), 0);
  for (const S2NetPair& pair : problem.pairs) weights[pair.right] = 1;
  const bool all = std::all_of(weights.begin(), weights.end(), [](double weight) { return weight > 0; });
  options.competitor_weights = all ? std::vector<double>{} : std::move(weights);
  return options;
}

S2NetResult<float> train_bridge(const BilingualTexts& texts, Index pairs, std::vector<S2NetTriple> triples,
                                const MatrixD& start, const BilingualTexts& development, const S2NetOptions& options,
                                const Run& run) {
  const CsrOperator<float> left(in_float(texts.left), *run.team), right(in_float(texts.right), *run.team);
  S2NetProblem<float> problem;
  problem.left = &left;
  problem.right = &right;
  problem.shared = true;  // of separate vocabularies, each has its own rows of the one term space
  problem.queries = first_alike(texts.left, *run.team);
  bool again = false;
  for (Index i = 0; i < pairs; ++i) again |= problem.queries[i] != i;
  // Where no query comes again, a right text that does is compared with itself, which no training changes.
  const std::vector<Index> answers = again ? first_alike(texts.right, *run.team) : std::vector<Index>{};
  for (Index i = 0; i < pairs; ++i) problem.pairs.push_back({i, again ? answers[i] : i, 1, false});
  problem.triples = std::move(triples);
  DevelopmentFigure<float> figure;
  const CsrOperator<float> left_held(in_float(development.left), *run.team),
      right_held(in_float(development.right), *run.team);
  if (left_held.rows() > 0)
    figure = [&](const MatrixF& projection) {
      return development_figure(left_held, right_held, projection, options.loss.gamma, run);
    };
  return train_s2net<float>(problem, start.cast<float>(), among_partners(options, problem), figure, run);
}

Index best_iteration(const S2NetReport& report) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < report.trace.size(); ++i)
    if (report.trace[i].development > report.trace[best].development) best = i;
  return static_cast<Index>(best);
}

}  // namespace couplet
