#include "couplet/methods/matching/match_job.h"

#include <fmt/format.h>

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/methods/matching/auto_match.h"
#include "couplet/methods/matching/equal_objects.h"
#include "couplet/methods/matching/mcca.h"
#include "couplet/methods/matching/neighbour_match.h"
#include "couplet/methods/matching/pair_weights.h"
#include "couplet/methods/matching/surface.h"

namespace couplet {
namespace {

constexpr Index most_dense_objects = 5000, usual_neighbours = 50;

std::vector<char> seed_flags(const ObjectPairs& seeds, Index left) {
  std::vector<char> flags(left, 0);
  for (const auto& [i, j] : seeds) flags[i] = 1;
  return flags;
}

SweepMethod sweep_method(MatchMethod method) {
  switch (method) {
    case MatchMethod::ks:
      return SweepMethod::ks;
    case MatchMethod::s_u:
      return SweepMethod::s_u;
    case MatchMethod::s_z:
      return SweepMethod::s_z;
    default:
      return SweepMethod::psmooth;
  }
}

Index step_of(const MatchOptions& options, Index objects) {
  return options.step > 0 ? options.step : std::max<Index>(2, objects / 300);
}

void match_by_sweep(const KernelPair& kernels, const ObjectPairs& seeds, const MatchOptions& options, Matching& result,
                    MatchedRows& matched, const Run& run) {
  SweepOptions sweeping;
  sweeping.method = sweep_method(options.method);
  sweeping.powers = options.powers;
  sweeping.growth.sureness = options.sureness;
  sweeping.growth.step = step_of(options, std::min(kernels.left.rows(), kernels.right.rows()));
  sweeping.all_starts = options.all_starts;
  sweeping.time = options.time;
  Sweep found = sweep(kernels, seeds, sweeping, run);
  const SweepPoint& chosen = found.chosen();
  if (chosen.power > 0) result.report.add("p", chosen.power, "g");
  result.report.add("objective", chosen.objective, ".6f");
  matched = chosen.right_of_left;
  result.kernels = without_diagonals(shaped(kernels, {chosen.power, true}, run));
  result.curve = std::move(found.points);
}

void match_automatically(const Collection& left, const Collection& right, const std::vector<KernelPair>& kernels,
                         const ObjectPairs& seeds, const MatchOptions& options, Matching& result, MatchedRows& matched,
                         const Run& run) {
  if (options.surface && left.has_texts() && right.has_texts())
    result.surface = surface_evidence(surface_terms(left.items.texts, right.items.texts, run), run);
  AutoMatch found = match_auto(kernels, result.surface.size() ? &result.surface : nullptr, seeds, run);
  result.report.add("way", found.way);
  if (found.found >= 0) result.report.add("held-out seeds found", found.found, ".3f");
  matched = std::move(found.right_of_left);
  result.kernels = std::move(found.kernels);
  result.weights = std::move(found.weights);
  result.surface_weight = found.surface_weight;
  if (found.surface_weight == 0) result.surface = MatrixF();
}

Matching match_large(const Collection& left, const Collection& right, const ObjectPairs& seeds,
                     const MatchOptions& options, Index neighbours, const Run& run) {
  if (!left.has_texts() || !right.has_texts())
    throw Error(ErrorCode::usage, "--neighbours", "only texts can be matched by neighbours", "give texts");
  if (options.method != MatchMethod::automatic && options.method != MatchMethod::s_z)
    throw Error(ErrorCode::usage, "--method", "needs all similarities, too many for so many objects",
                "use auto or s-z, which match by neighbours");
  const bool names = are_names(left, right);
  const auto near = [&](const Collection& side, int number) {
    Stage stage(*run.observer, number == 0 ? "neighbours on the left" : "neighbours on the right");
    const CsrMatrix<double> terms = terms_of_side(side, number, names, options, run);
    return nearest_rows(terms, terms, true, neighbours, std::max<Index>(1000, side.size() / 20), run);
  };
  const CsrMatrix<float> left_near = near(left, 0), right_near = near(right, 1);
  NeighbourOptions matching;
  matching.candidates = neighbours;
  CsrMatrix<float> surface;
  if (options.surface && options.method == MatchMethod::automatic) {
    Stage stage(*run.observer, "letters in common");
    const SurfaceTerms terms = surface_terms(left.items.texts, right.items.texts, run);
    surface = nearest_rows(terms.left, terms.right, false, neighbours, std::max<Index>(1000, right.size() / 20), run);
  }
  Matching result;
  result.matches = match_by_neighbours(left_near, right_near, surface, seeds, matching, run).matches;
  result.report.add("way",
                    fmt::format("{} neighbours, sparse{}", neighbours, surface.nonzeros() > 0 ? ", with surface" : ""));
  return result;
}

}  // namespace

Matching match_collections(const Collection& left, const Collection& right, const ObjectPairs& seeds,
                           const MatchOptions& options, const Run& run) {
  const bool needs_seeds = options.method == MatchMethod::s_u || options.method == MatchMethod::s_z;
  if (needs_seeds && seeds.empty())
    throw Error(ErrorCode::usage, "--method", "s-u and s-z grow from seeds, and there are none",
                "give --seeds FILE, or use psmooth or auto");
  const Index largest = std::max(left.size(), right.size());
  if (options.neighbours > 0 || largest > most_dense_objects)
    return match_large(left, right, seeds, options, options.neighbours > 0 ? options.neighbours : usual_neighbours,
                       run);

  const std::vector<KernelPair> kernels = make_kernels(left, right, options, run);
  Matching result;
  MatchedRows matched;
  if (options.method == MatchMethod::automatic) {
    match_automatically(left, right, kernels, seeds, options, result, matched, run);
  } else if (options.method == MatchMethod::mcca) {
    const KernelPair centred = shaped(kernels[0], {0, false}, run);
    Grown grown = match_by_cca(centred, seeds, {}, run);
    matched = std::move(grown.right_of_left);
    result.weights = std::move(grown.weights);
    standardise(result.weights);
  } else {
    match_by_sweep(kernels[0], seeds, options, result, matched, run);
  }
  if (result.weights.size() == 0) {
    PairWeights of_matching(result.kernels, run);
    of_matching.set(pairs_of(matched));
    result.weights = of_matching.weights();
    standardise(result.weights);
  }
  const std::vector<char> seeded = seed_flags(seeds, left.size());
  const std::vector<Index> left_equals = first_equals(kernels[0].left), right_equals = first_equals(kernels[0].right);
  order_equals(left_equals, right_equals, seeded, matched);
  result.matches = judge_matches(result.weights, matched, seeded, run);
  mark_ties(left_equals, right_equals, result.matches);
  return result;
}

}  // namespace couplet
