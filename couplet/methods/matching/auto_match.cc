#include "couplet/methods/matching/auto_match.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "couplet/base/random.h"
#include "couplet/base/stage_part.h"
#include "couplet/methods/matching/evidence.h"
#include "couplet/methods/matching/match_way.h"

namespace couplet {
namespace {

constexpr std::size_t seeds_to_judge = 4;  // fewer say too little about a way
constexpr std::size_t folds = 5;
constexpr Index most_tried_twice = 1000;  // objects; beyond, sweeps beside a surface that speaks would take too long

/// Parts of a stage, one after the other: 100 steps each.
class Parts {
 public:
  Parts(std::string_view name, std::size_t parts, const Run& run)
      : outer_(run), stage_(*run.observer, name, steps * static_cast<std::int64_t>(parts), "steps") {}
  /// What the next part runs with.
  const Run& next() {
    const std::int64_t first = steps * done_++;
    if (first > 0) stage_.advance_to(first);
    part_.emplace(*outer_.observer, first, first + steps);
    run_ = outer_;
    run_.observer = &*part_;
    return run_;
  }

 private:
  static constexpr std::int64_t steps = 100;
  const Run& outer_;
  Stage stage_;
  std::int64_t done_ = 0;
  std::optional<StagePart> part_;
  Run run_;
};

/// 1 / rank of the right partner, both ways round; ties count against it.
double reciprocal_rank(const MatrixF& weights, Index left, Index right) {
  const float own = weights(left, right);
  const auto by_row = (weights.row(left).array() >= own).count(), by_col = (weights.col(right).array() >= own).count();
  return 0.5 / static_cast<double>(by_row) + 0.5 / static_cast<double>(by_col);
}

/// The reciprocal rank of each seed when the way is not shown it: fifths in turn, or all where seeds come last.
VectorD held_out_ranks(const MatchWay& way, ShapedKernels& shapes, const MatrixF* surface, const ObjectPairs& seeds,
                       Parts& parts) {
  VectorD ranks = VectorD::Zero(std::ssize(seeds));
  for (std::size_t fold = 0; fold < (way.seeds_last ? 1 : folds); ++fold) {
    const Run& run = parts.next();
    ObjectPairs shown, hidden;
    for (std::size_t s = 0; s < seeds.size(); ++s)
      (way.seeds_last || s % folds == fold ? hidden : shown).push_back(seeds[s]);
    if (hidden.empty()) continue;
    const MatchedRows matched = follow(way, shapes, surface, shown, run);
    const MatrixF weights = supporting_weights(without_diagonals(shapes(way.kernels, judging_shape(way))), matched,
                                               surface, way.surface_weight, run);
    for (std::size_t s = 0; s < seeds.size(); ++s)
      if (way.seeds_last || s % folds == fold)
        ranks[static_cast<Index>(s)] = reciprocal_rank(weights, seeds[s].first, seeds[s].second);
  }
  return ranks;
}

/// Whether the first are larger than chance would make them: by more than one standard error of the differences.
bool clearly_larger(const VectorD& ranks, const VectorD& others) {
  const VectorD differences = ranks - others;
  const auto count = static_cast<double>(differences.size());
  const double mean = differences.mean();
  return mean > std::sqrt((differences.array() - mean).square().sum() / (count * (count - 1)));
}

/// Whether the surface says anything: by the seeds, or by agreement of its own matching with the kernels.
bool surface_speaks(const MatrixF& surface, const KernelPair& kernels, const ObjectPairs& seeds, const Run& run) {
  constexpr double deviations = 4, open_from = 1;  // from chance
  if (seeds.size() >= seeds_to_judge) {
    double sum = 0;
    for (const auto& [i, j] : seeds) sum += static_cast<double>(surface(i, j));
    const double above = sum / std::sqrt(static_cast<double>(seeds.size()));
    if (above > deviations || above < open_from) return above > deviations;
  }
  SeededAssignment assignment(surface.rows(), surface.cols(), seeds, run);
  const MatchedRows own = assignment.solve(surface);
  const double reached = normalised_objective(kernels, own, run);
  constexpr int rounds = 30;
  double sum = 0, squares = 0;
  for (int round = 0; round < rounds; ++round) {
    MatchedRows shuffled = own;
    Random(run.seed, static_cast<std::uint64_t>(round)).shuffle(std::span(shuffled));
    const double chance = normalised_objective(kernels, shuffled, run);
    sum += chance / rounds;
    squares += chance * chance / rounds;
  }
  return reached - sum > deviations * std::sqrt(std::max(0.0, squares - sum * sum));
}

/// With a surface that speaks: how much of it, and whether kernels alone would do better. With seeds always also what
/// is found without: seeds shall not make a matching worse.
std::vector<MatchWay> ways_with_surface(const ObjectPairs& seeds) {
  std::vector<MatchWay> ways;
  ways.push_back({MatchPlan::grown, 0, {1, false}, 0.5, false});
  if (seeds.empty()) return ways;
  ways.push_back(ways[0]);
  ways[1].seeds_last = true;
  if (seeds.size() < seeds_to_judge) return ways;
  for (const double weight : {0.25, 1.0}) ways.push_back({MatchPlan::grown, 0, {1, false}, weight, false});
  ways.push_back({MatchPlan::grown, 0, {0.6, false}, 0.25, false});
  ways.push_back({MatchPlan::grown, 0, {0.6, false}, 0, false});
  ways.push_back({MatchPlan::grown, 0, {1, true}, 0, false});
  return ways;
}

std::vector<MatchWay> ways_of_kernels(std::size_t kernels, const ObjectPairs& seeds) {
  std::vector<MatchWay> ways;
  for (std::size_t k = 0; k < kernels; ++k) {
    ways.push_back({MatchPlan::swept, k, {1, false}, 0, false, true});
    if (seeds.size() < 2) continue;
    ways.push_back({MatchPlan::swept_from_seeds, k, {1, false}, 0, false});
    ways.push_back({MatchPlan::grown, k, {0.6, false}, 0, false});
    ways.push_back({MatchPlan::grown, k, {1, true}, 0, false});
  }
  return ways;
}

/// For each way the sum over all shapes, and the surface, of its objective as a share of the best there; no seeds are
/// needed.
std::vector<double> agreement(const std::vector<MatchedRows>& found, std::size_t kernels, ShapedKernels& shapes,
                              const MatrixF* surface, const Run& run) {
  std::vector<double> sums(found.size(), 0);
  const auto add_shares = [&](const std::vector<double>& objectives) {
    const double best = *std::max_element(objectives.begin(), objectives.end());
    for (std::size_t w = 0; w < found.size(); ++w) sums[w] += best > 0 ? objectives[w] / best : 0;
  };
  if (surface) {
    std::vector<double> sums_of_surface(found.size(), 0);
    for (std::size_t w = 0; w < found.size(); ++w)
      for (const auto& [i, j] : pairs_of(found[w])) sums_of_surface[w] += static_cast<double>((*surface)(i, j));
    add_shares(sums_of_surface);
  }
  for (std::size_t k = 0; k < kernels; ++k)
    for (const KernelShape& shape : {KernelShape{0, true}, KernelShape{1, true}, KernelShape{1, false}}) {
      std::vector<double> objectives;
      for (const MatchedRows& matched : found)
        objectives.push_back(normalised_objective(shapes(k, shape), matched, run));
      add_shares(objectives);
    }
  return sums;
}

std::size_t first_largest(const std::vector<double>& values) {
  return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

struct Choice {
  MatchWay way;
  MatchedRows matched;
  double found = -1;  // mean reciprocal rank of held-out seeds
};

/// By the seeds that a way was not shown; so few of them cannot tell ways that are close, and of those the objectives
/// of kernels and surface decide. What is found without seeds stands unless they clearly speak for another way. With
/// too few seeds, the usual weight of the surface.
Choice choose_with_surface(ShapedKernels& shapes, const MatrixF* surface, const ObjectPairs& seeds, const Run& run) {
  constexpr double close = 0.03;
  constexpr std::size_t without = 1;  // the way of seeds_last
  const std::vector<MatchWay> ways = ways_with_surface(seeds);
  if (ways.size() == 1) return {ways[0], follow(ways[0], shapes, surface, seeds, run), -1};
  Parts parts("trying ways to match", ways.size() * (folds + 1), run);
  std::vector<VectorD> ranks;
  std::vector<double> means;
  for (const MatchWay& way : ways) {
    const bool judged = seeds.size() >= seeds_to_judge;
    ranks.push_back(judged ? held_out_ranks(way, shapes, surface, seeds, parts) : VectorD::Constant(1, -1));
    means.push_back(ranks.back().mean());
  }
  const double best = means[first_largest(means)];
  std::vector<Choice> near;
  std::vector<MatchedRows> found;
  std::vector<std::size_t> numbers;
  for (std::size_t w = 0; w < ways.size(); ++w) {
    if (means[w] < best - close && w != without) continue;
    found.push_back(follow(ways[w], shapes, surface, seeds, parts.next()));
    near.push_back({ways[w], found.back(), means[w]});
    numbers.push_back(w);
  }
  const std::size_t chosen = first_largest(agreement(found, 1, shapes, surface, run));
  const bool few = seeds.size() < seeds_to_judge;
  if (few || clearly_larger(ranks[numbers[chosen]], ranks[without])) return near[chosen];
  return near[static_cast<std::size_t>(std::find(numbers.begin(), numbers.end(), without) - numbers.begin())];
}

/// By the objectives of all kernels, each way as it is and polished.
Choice choose_by_kernels(std::size_t kernels, ShapedKernels& shapes, const ObjectPairs& seeds, const Run& run) {
  std::vector<MatchWay> ways;
  std::vector<MatchedRows> found;
  const std::vector<MatchWay> all = ways_of_kernels(kernels, seeds);
  Parts parts("trying ways to match", 2 * all.size(), run);
  for (MatchWay way : all) {
    ways.push_back(way);
    found.push_back(follow(way, shapes, nullptr, seeds, parts.next()));
    way.polished = true;
    ways.push_back(way);
    found.push_back(polish(way, found.back(), shapes, seeds, parts.next()));
  }
  const std::size_t best = first_largest(agreement(found, kernels, shapes, nullptr, run));
  return {ways[best], found[best], -1};
}

AutoMatch finished(Choice choice, ShapedKernels& shapes, const MatrixF* surface, const Run& run) {
  AutoMatch result;
  result.kernels = without_diagonals(shapes(choice.way.kernels, judging_shape(choice.way)));
  result.surface_weight = choice.way.surface_weight;
  result.weights = supporting_weights(result.kernels, choice.matched, surface, result.surface_weight, run);
  result.right_of_left = std::move(choice.matched);
  result.way = choice.way.text();
  result.found = choice.found;
  result.again = [way = choice.way](const std::vector<KernelPair>& kernels, const MatrixF* part,
                                    const ObjectPairs& seeds, const Run& own) {
    ShapedKernels own_shapes(kernels, own);
    const MatchedRows matched = follow(way, own_shapes, part, seeds, own);
    return way.polished ? polish(way, matched, own_shapes, seeds, own) : matched;
  };
  result.weigh = [way = choice.way](const std::vector<KernelPair>& kernels, const MatrixF* part,
                                    const MatchedRows& matched, const Run& own) {
    ShapedKernels own_shapes(kernels, own);
    return supporting_weights(without_diagonals(own_shapes(way.kernels, judging_shape(way))), matched, part,
                              way.surface_weight, own);
  };
  return result;
}

}  // namespace

std::vector<AutoMatch> match_auto(const std::vector<KernelPair>& kernels, const MatrixF* surface,
                                  const ObjectPairs& seeds, const Run& run) {
  ShapedKernels shapes(kernels, run);
  std::vector<AutoMatch> results;
  if (surface && surface_speaks(*surface, shapes(0, {1, true}), seeds, run))
    results.push_back(finished(choose_with_surface(shapes, surface, seeds, run), shapes, surface, run));
  if (results.empty() || std::max(kernels[0].left.rows(), kernels[0].right.rows()) <= most_tried_twice)
    results.push_back(finished(choose_by_kernels(kernels.size(), shapes, seeds, run), shapes, nullptr, run));
  return results;
}

}  // namespace couplet
