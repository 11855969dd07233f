#include "couplet/methods/matching/match_way.h"

#include <fmt/format.h>

#include <algorithm>

#include "couplet/methods/matching/evidence.h"
#include "couplet/methods/matching/sweep.h"

namespace couplet {
namespace {

constexpr Index growth_rounds = 24;

Growth growth_of(const MatchWay& way, Index objects, const MatrixF* surface) {
  Growth growth;
  growth.step = (objects + growth_rounds - 1) / growth_rounds;
  if (way.plan != MatchPlan::grown) return growth;
  if (way.surface_weight > 0) growth.surface = surface;
  growth.surface_weight = way.surface_weight;
  growth.settle = 6;
  return growth;
}

/// The matching with the seeds in it: who had a seed's partner takes what the seed had.
MatchedRows with_seeds(MatchedRows matched, const ObjectPairs& seeds) {
  for (const auto& [i, j] : seeds) {
    if (const auto holder = std::find(matched.begin(), matched.end(), j); holder != matched.end()) *holder = matched[i];
    matched[i] = j;
  }
  return matched;
}

}  // namespace

std::string MatchWay::text() const {
  std::string words = plan == MatchPlan::grown   ? fmt::format("grown, p = {:g}", shape.power)
                      : plan == MatchPlan::swept ? "swept over p"
                                                 : "swept over p from seeds";
  if (shape.zero_diagonal) words += ", no diagonals";
  if (surface_weight > 0) words += fmt::format(", surface {:g}", surface_weight);
  if (seeds_last) words += ", then seeds";
  if (polished) words += ", then plain kernels";
  return words;
}

MatrixF supporting_weights(const KernelPair& kernels, const MatchedRows& matched, const MatrixF* surface,
                           double surface_weight, const Run& run) {
  PairWeights of_matching(kernels, run);
  of_matching.set(pairs_of(matched));
  MatrixF weights = of_matching.weights();
  standardise(weights);
  if (surface_weight > 0) weights += static_cast<float>(surface_weight) * *surface;
  return weights;
}

KernelShape judging_shape(const MatchWay& way) { return {way.polished ? 0 : way.shape.power, true}; }

MatchedRows follow(const MatchWay& way, ShapedKernels& shapes, const MatrixF* surface, const ObjectPairs& seeds,
                   const Run& run) {
  const KernelPair& own = shapes(way.kernels, way.shape);
  const Growth growth = growth_of(way, std::min(own.left.rows(), own.right.rows()), surface);
  const ObjectPairs none, &first = way.seeds_last ? none : seeds;
  if (way.plan == MatchPlan::grown) {
    const MatchedRows grown = grow(own, first, growth, run).right_of_left;
    return way.seeds_last && !seeds.empty() ? settle(own, with_seeds(grown, seeds), seeds, growth, run).right_of_left
                                            : grown;
  }
  SweepOptions options;
  options.method = way.plan == MatchPlan::swept ? SweepMethod::psmooth : SweepMethod::s_z;
  for (int tenth = 1; tenth <= 10; ++tenth) options.powers.push_back(tenth / 10.0);
  options.growth = growth;
  const SweepPoint chosen = sweep(shapes.plain(way.kernels), first, options, run).chosen();
  if (!way.seeds_last || seeds.empty()) return chosen.right_of_left;
  return ascend(shapes(way.kernels, {chosen.power, false}), with_seeds(chosen.right_of_left, seeds), seeds, run)
      .right_of_left;
}

MatchedRows polish(const MatchWay& way, const MatchedRows& matched, ShapedKernels& shapes, const ObjectPairs& seeds,
                   const Run& run) {
  const KernelPair& plain = shapes(way.kernels, {0, true});
  Ascent best = ascend(plain, matched, seeds, run);
  regrow(plain, seeds, growth_of(way, std::min(plain.left.rows(), plain.right.rows()), nullptr), best, run);
  return best.right_of_left;
}

}  // namespace couplet
