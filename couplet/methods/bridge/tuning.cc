#include "couplet/methods/bridge/tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/eval/ranking.h"
#include "couplet/eval/retrieval.h"
#include "couplet/methods/bridge/development.h"
#include "couplet/plot/curves_svg.h"
#include "couplet/text/field_reader.h"

namespace couplet {
namespace {

constexpr Index fewest_dimensions = 8;
constexpr double factors[] = {0.01, 0.1, 1, 10, 100};

/// The first columns, by halving.
std::vector<Index> dimensions_to_try(const TuningPlan& plan, Index most) {
  std::vector<Index> all{most};
  while (plan.dimension && all.back() / 2 >= fewest_dimensions) all.push_back(all.back() / 2);
  std::reverse(all.begin(), all.end());
  return all;
}

}  // namespace

TuningPlan parse_tuning(std::string_view text, bool has_regulariser) {
  TuningPlan plan;
  for (const std::string& name : split_columns(text)) {
    if (name == "dimensions" || name == "dimension")
      plan.dimension = true;
    else if (name == "regulariser" && has_regulariser)
      plan.regulariser = true;
    else
      throw Error(ErrorCode::usage, "--tune", "'" + name + "' cannot be tuned here",
                  has_regulariser ? "use dimensions, regulariser or both with a comma" : "use dimensions");
  }
  return plan;
}

Tuned tune_projection(const TuningPlan& plan, double g, Index k, const std::function<Projection(double, Index)>& solve,
                      const OwnedRows<double>& left, const OwnedRows<double>& right, const Run& run) {
  constexpr int most_steps_beyond = 2;
  const CsrOperator<double> left_texts(left, *run.team), right_texts(right, *run.team);
  Tuned tuned;
  const auto better = [&](const TuningTrial& trial) {
    if (tuned.best.dimension == 0 || trial.mrr > tuned.best.mrr) return true;
    return trial.mrr == tuned.best.mrr && trial.dimension < tuned.best.dimension;
  };
  const auto try_dimensions = [&](const Projection& whole, double regulariser, const std::vector<Index>& dimensions) {
    for (const Index dimension : dimensions) {
      run.stop->check();
      const MatrixD terms = whole.terms.leftCols(dimension);
      std::vector<bool> left_known, right_known;
      const MatrixD a = unit_vectors(left_texts, terms, left_known, run);
      const MatrixD b = unit_vectors(right_texts, terms, right_known, run);
      const RetrievalRanks ranks = retrieval_ranks(a, b, left_known, right_known, run);
      const auto both = [&](const auto& figure) {
        return (mean(figure(ranks.left_to_right)) + mean(figure(ranks.right_to_left))) / 2;
      };
      const TuningTrial trial{dimension, regulariser, both([](const auto& list) { return hits_at(list, 1); }),
                              both([](const auto& list) { return reciprocal_ranks(std::span(list)); })};
      tuned.trials.push_back(trial);
      if (!better(trial)) continue;
      tuned.best = trial;
      tuned.projection = whole;
      tuned.projection.terms = terms;
      tuned.projection.values = whole.values.head(dimension);
    }
  };
  Index most = 0;      // dimensions tried
  bool ended = false;  // there are no more
  const auto try_regulariser = [&](double regulariser) {
    const Projection whole = solve(regulariser, k);
    most = std::max(most, whole.terms.cols());
    ended = whole.terms.cols() < k;
    try_dimensions(whole, regulariser, dimensions_to_try(plan, whole.terms.cols()));
  };
  double smallest = g, largest = g;
  if (plan.regulariser) {
    smallest = g * factors[0];
    largest = g * *std::rbegin(factors);
    for (const double factor : factors) try_regulariser(g * factor);
  } else {
    try_regulariser(g);
  }
  const auto at_edge = [&] {
    return plan.regulariser && g > 0 && (tuned.best.regulariser == smallest || tuned.best.regulariser == largest);
  };
  for (int step = 0; step < most_steps_beyond && at_edge(); ++step)
    try_regulariser(tuned.best.regulariser == smallest ? smallest /= 10 : largest *= 10);
  const auto all_taken = [&] { return plan.dimension && !ended && tuned.best.dimension == most; };
  for (int step = 0; step < most_steps_beyond && all_taken(); ++step) {
    const Projection whole = solve(tuned.best.regulariser, 2 * most);
    ended = whole.terms.cols() < 2 * most;
    if (whole.terms.cols() == most) break;
    most = whole.terms.cols();
    try_dimensions(whole, tuned.best.regulariser, {most});
  }
  if (all_taken()) tuned.edge = fmt::format("the best has the most dimensions tried, {}: more may be better", most);
  if (at_edge())
    tuned.edge += fmt::format("{}the best has the {} regulariser tried, {:g}", tuned.edge.empty() ? "" : "; ",
                              tuned.best.regulariser == smallest ? "smallest" : "largest", tuned.best.regulariser);
  std::stable_sort(tuned.trials.begin(), tuned.trials.end(), [](const TuningTrial& a, const TuningTrial& b) {
    return std::pair(a.regulariser, a.dimension) < std::pair(b.regulariser, b.dimension);
  });
  return tuned;
}

std::string tuning_svg(const Tuned& tuned, std::string_view method) {
  std::vector<Curve> curves;
  for (const TuningTrial& trial : tuned.trials) {
    const std::string name = fmt::format("regulariser {:g}", trial.regulariser);
    if (curves.empty() || curves.back().name != name) curves.push_back({name, {}});
    curves.back().points.emplace_back(static_cast<double>(trial.dimension), trial.mrr);
  }
  const TuningTrial& best = tuned.best;
  return curves_svg(
      curves,
      {fmt::format("Tuning {}: how well development texts find their counterparts", method), "dimensions",
       "mean reciprocal rank"},
      CurveMark{{static_cast<double>(best.dimension), best.mrr},
                fmt::format("chosen: {} dimensions, regulariser {:g}", best.dimension, best.regulariser)});
}

}  // namespace couplet
