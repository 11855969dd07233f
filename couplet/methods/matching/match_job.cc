#include "couplet/methods/matching/match_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/methods/matching/auto_match.h"
#include "couplet/methods/matching/equal_objects.h"
#include "couplet/methods/matching/match_way.h"
#include "couplet/methods/matching/mcca.h"
#include "couplet/methods/matching/neighbour_match.h"
#include "couplet/methods/matching/pair_weights.h"
#include "couplet/methods/matching/surface.h"

namespace couplet {
namespace {

constexpr Index usual_neighbours = 50;
constexpr double least_told_from_chance = 0.1;  // of the matches right, by estimate
constexpr double clearly_more = 0.02;           // of the matches right, by estimate

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

/// A matching before it is judged.
struct Found {
  MatchedRows matched;
  Rematch again;
  Weigh weigh;  // none: this way cannot do without forbidden pairs
  Matching result;
};

Found match_by_sweep(const KernelPair& kernels, const ObjectPairs& seeds, const MatchOptions& options, const Run& run) {
  SweepOptions sweeping;
  sweeping.method = sweep_method(options.method);
  sweeping.powers = options.powers;
  sweeping.growth.sureness = options.sureness;
  sweeping.growth.until = options.until;
  sweeping.growth.step = step_of(options, std::min(kernels.left.rows(), kernels.right.rows()));
  sweeping.all_starts = options.all_starts;
  sweeping.time = options.time;
  Sweep swept = sweep(kernels, seeds, sweeping, run);
  const SweepPoint& chosen = swept.chosen();
  Found found;
  if (chosen.power > 0) found.result.report.add("p", chosen.power, "g");
  found.result.report.add("objective", chosen.objective, ".6f");
  found.matched = chosen.right_of_left;
  found.result.kernels = without_diagonals(shaped(kernels, {chosen.power, true}, run));
  found.weigh = [power = chosen.power](const std::vector<KernelPair>& part, const MatrixF*, const MatchedRows& matched,
                                       const Run& own) {
    return supporting_weights(without_diagonals(shaped(part[0], {power, true}, own)), matched, nullptr, 0, own);
  };
  found.result.curve = std::move(swept.points);
  // Repeats need not be as fine.
  const std::size_t every = std::max<std::size_t>(1, sweeping.powers.size() / 10);
  std::vector<double> coarse;
  for (std::size_t k = every - 1; k < sweeping.powers.size(); k += every) coarse.push_back(sweeping.powers[k]);
  sweeping.powers = coarse;
  sweeping.time = {};
  found.again = [sweeping](const std::vector<KernelPair>& part, const MatrixF*, const ObjectPairs& shown,
                           const Run& own) { return sweep(part[0], shown, sweeping, own).chosen().right_of_left; };
  return found;
}

Found match_by_correlations(const KernelPair& kernels, const ObjectPairs& seeds, const Run& run) {
  const auto correlate = [](const KernelPair& pair, const ObjectPairs& shown, const Run& own) {
    return match_by_cca(shaped(pair, {0, false}, own), shown, {}, own);
  };
  Found found;
  Grown grown = correlate(kernels, seeds, run);
  found.matched = std::move(grown.right_of_left);
  found.result.weights = std::move(grown.weights);
  standardise(found.result.weights);
  found.again = [correlate](const std::vector<KernelPair>& part, const MatrixF*, const ObjectPairs& shown,
                            const Run& own) { return correlate(part[0], shown, own).right_of_left; };
  return found;
}

std::vector<Found> match_automatically(const std::vector<KernelPair>& kernels, const MatrixF& surface,
                                       const ObjectPairs& seeds, const Run& run) {
  std::vector<Found> all;
  for (AutoMatch& one : match_auto(kernels, surface.size() ? &surface : nullptr, seeds, run)) {
    Found& found = all.emplace_back();
    found.result.report.add("way", one.way);
    if (one.found >= 0) found.result.report.add("held-out seeds found", one.found, ".3f");
    found.matched = std::move(one.right_of_left);
    found.again = std::move(one.again);
    found.weigh = std::move(one.weigh);
    found.result.kernels = std::move(one.kernels);
    found.result.weights = std::move(one.weights);
    found.result.surface_weight = one.surface_weight;
    if (one.surface_weight > 0) found.result.surface = surface;
  }
  return all;
}

/// Puts a confidence on each match; the mean of those without a seed is the share that is right, by estimate.
/// needed: what another matching has reached.
double judge(Found& found, const Repeated& what, const std::vector<Index>& left_equals,
             const std::vector<Index>& right_equals, double needed, const Run& run) {
  const auto weigh = [&](const MatchedRows& matched) {
    const MatrixF& surface = found.result.surface;
    return found.weigh(what.kernels, surface.size() ? &surface : nullptr, matched, run);
  };
  Matching& result = found.result;
  if (result.weights.size() == 0) {
    PairWeights of_matching(result.kernels, run);
    of_matching.set(pairs_of(found.matched));
    result.weights = of_matching.weights();
    standardise(result.weights);
  }
  const std::vector<char> seeded = seed_flags(what.seeds, std::ssize(found.matched));
  order_equals(left_equals, right_equals, seeded, found.matched);
  if (!what.forbidden.empty()) {
    found.matched = without_forbidden(std::move(found.matched), what.forbidden, what.seeds, weigh, run);
    result.weights = weigh(found.matched);
    forbid(what.forbidden, result.weights);
  }
  result.matches = judge_matches(result.weights, found.matched, seeded, run);
  mark_ties(left_equals, right_equals, result.matches);
  const Agreement agreement = repeat_matching(
      found.matched,
      {what.kernels, result.surface_weight > 0 ? what.surface : nullptr, what.seeds, what.forbidden, found.weigh},
      found.again, needed, run);
  double sum = 0;
  Index judged = 0;
  for (Match& match : result.matches) {
    if (match.seed) continue;
    match.confidence = confidence_of(match.confidence, agreement.again[match.left], agreement);
    sum += match.confidence;
    ++judged;
  }
  if (judged == 0) return 1;
  const double right = sum / static_cast<double>(judged);
  result.report.add("found again", agreement.mean, ".3f");
  result.report.add("right by estimate", right, ".3f");
  result.chance = right < least_told_from_chance;
  if (result.chance) result.report.add("chance", "cannot be told from chance");
  return right;
}

Matching match_large(const Collection& left, const Collection& right, const ObjectPairs& seeds,
                     const MatchOptions& options, Index neighbours, const Run& run) {
  if (options.gram)
    throw Error(ErrorCode::usage, "--gram", "so many objects are matched by neighbours, which need texts or features",
                "give features");
  if (options.method != MatchMethod::automatic && options.method != MatchMethod::s_z)
    throw Error(ErrorCode::usage, "--method", "needs all similarities, too many for so many objects",
                "use auto or s-z, which match by neighbours");
  if (!options.forbidden.empty())
    throw Error(ErrorCode::usage, "--forbidden", "objects that are matched by neighbours cannot be kept apart",
                "give the right partners as seeds, or match fewer objects");
  const bool names = are_names(left, right);
  const auto near = [&](const Collection& side, int number) {
    Stage stage(*run.observer, number == 0 ? "neighbours on the left" : "neighbours on the right");
    if (!side.has_texts()) return nearest_features(side.items.rows, options.kernel, neighbours, run);
    const CsrMatrix<double> terms = terms_of_side(side, number, names, options, run);
    return nearest_rows(terms, terms, true, neighbours, std::max<Index>(1000, side.size() / 20), run);
  };
  const CsrMatrix<float> left_near = near(left, 0), right_near = near(right, 1);
  NeighbourOptions matching;
  matching.candidates = neighbours;
  CsrMatrix<float> surface;
  if (options.surface && options.method == MatchMethod::automatic && left.has_texts() && right.has_texts()) {
    Stage stage(*run.observer, "letters in common");
    const SurfaceTerms terms = surface_terms(left.items.texts, right.items.texts, run);
    surface = nearest_rows(terms.left, terms.right, false, neighbours, std::max<Index>(1000, right.size() / 20), run);
  }
  Matching result;
  result.matches = match_by_neighbours(left_near, right_near, surface, seeds, matching, run).matches;
  result.report.add("way",
                    fmt::format("{} neighbours, sparse{}", neighbours, surface.nonzeros() > 0 ? ", with surface" : ""));
  result.report.add("confidence", "a share of the weights, not calibrated");
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
  std::optional<SurfaceTerms> terms;
  MatrixF surface;
  if (options.method == MatchMethod::automatic && options.surface && left.has_texts() && right.has_texts()) {
    terms = surface_terms(left.items.texts, right.items.texts, run);
    surface = surface_evidence(*terms, run);
  }
  std::vector<Found> all;
  if (options.method == MatchMethod::automatic)
    all = match_automatically(kernels, surface, seeds, run);
  else if (options.method == MatchMethod::mcca)
    all.push_back(match_by_correlations(kernels[0], seeds, run));
  else
    all.push_back(match_by_sweep(kernels[0], seeds, options, run));
  const std::vector<Index> left_equals = first_equals(kernels[0].left), right_equals = first_equals(kernels[0].right);
  const Repeated what{kernels, terms ? &*terms : nullptr, seeds, options.forbidden, {}};
  std::size_t best = 0;
  double most = -1;  // of the first, unless another is clearly better
  for (std::size_t k = 0; k < all.size(); ++k)
    if (const double right_share = judge(all[k], what, left_equals, right_equals, most + clearly_more, run);
        right_share > most + (k > 0 ? clearly_more : 0)) {
      most = right_share;
      best = k;
    }
  return std::move(all[best].result);
}

}  // namespace couplet
