#include "couplet/methods/matching/sweep.h"

#include <algorithm>

#include "couplet/base/random.h"
#include "couplet/base/stage_part.h"
#include "couplet/methods/matching/pair_weights.h"

namespace couplet {
namespace {

using Clock = std::chrono::steady_clock;

/// The better of two, by its objective.
void keep_better(Ascent& best, Ascent other) {
  if (best.right_of_left.empty() || other.objective > best.objective) best = std::move(other);
}

/// Any matching that holds the seeds.
MatchedRows random_matching(Index n, Index m, const ObjectPairs& seeds, Random& random) {
  MatchedRows matched(static_cast<std::size_t>(n), -1);
  std::vector<char> taken(m, 0);
  for (const auto& [i, j] : seeds) {
    matched[i] = j;
    taken[j] = 1;
  }
  std::vector<Index> lefts, rights;
  for (const std::int64_t i : random.permutation(n))
    if (matched[i] < 0) lefts.push_back(i);
  for (const std::int64_t j : random.permutation(m))
    if (!taken[j]) rights.push_back(j);
  for (std::size_t k = 0; k < std::min(lefts.size(), rights.size()); ++k) matched[lefts[k]] = rights[k];
  return matched;
}

/// Both principal orders, and a growth from the evidence of sorted similarities.
std::vector<MatchedRows> unseeded_starts(const KernelPair& kernels, const ObjectPairs& seeds, Growth growth, bool all,
                                         const Run& run) {
  std::vector<MatchedRows> starts = {principal_order(kernels, 1, run), principal_order(kernels, -1, run)};
  if (!all) return starts;
  const MatrixF profiles = profile_evidence(kernels, run);
  SeededAssignment assignment(kernels.left.rows(), kernels.right.rows(), seeds, run);
  starts.push_back(assignment.solve(profiles));
  growth.surface = &profiles;
  growth.surface_weight = 0.5;
  growth.step = std::max<Index>(growth.step, profiles.rows() / 24);
  starts.push_back(grow(kernels, seeds, growth, run).right_of_left);
  return starts;
}

/// Restarts at the chosen p until the time is over.
void restart(const KernelPair& kernels, const ObjectPairs& seeds, const SweepOptions& options, Clock::time_point end,
             Sweep& result, const Run& run) {
  SweepPoint& chosen = result.points[result.best];
  const KernelShape shape{chosen.power, options.method == SweepMethod::ks};
  const KernelPair ready = shaped(kernels, shape, run);
  Random random(run.seed);
  Stage stage(*run.observer, "restarts");
  for (std::int64_t round = 1; Clock::now() < end; ++round) {
    Ascent ascent = ascend(ready, random_matching(ready.left.rows(), ready.right.rows(), seeds, random), seeds, run);
    stage.advance_to(round);
    if (ascent.objective <= chosen.objective) continue;
    chosen.objective = ascent.objective;
    chosen.right_of_left = std::move(ascent.right_of_left);
  }
}

}  // namespace

void regrow(const KernelPair& kernels, const ObjectPairs& seeds, Growth growth, Ascent& best, const Run& run) {
  constexpr int most_rounds = 4;
  const Index n = kernels.left.rows(), m = kernels.right.rows(), all = std::min(n, m);
  growth.uniform = false;
  growth.step = std::max<Index>(growth.step, all / 24);
  const SeededAssignment real_seeds(n, m, seeds, run);
  PairWeights of_matching(kernels, run);
  for (int round = 0; round < most_rounds; ++round) {
    bool risen = false;
    for (const Index part : {4, 2}) {
      of_matching.set(pairs_of(best.right_of_left));
      const ObjectPairs sure = surest_pairs(real_seeds, of_matching.weights(), best.right_of_left, Sureness::margin,
                                            std::max(all / part, static_cast<Index>(seeds.size())));
      Ascent again = ascend(kernels, grow(kernels, sure, growth, run).right_of_left, seeds, run);
      risen = risen || again.objective > best.objective + 1e-9;
      keep_better(best, std::move(again));
    }
    if (!risen) return;
  }
}

Sweep sweep(const KernelPair& kernels, const ObjectPairs& seeds, const SweepOptions& options, const Run& run) {
  const bool ks = options.method == SweepMethod::ks;
  const bool grows = options.method == SweepMethod::s_u || options.method == SweepMethod::s_z;
  const std::vector<double> powers = ks ? std::vector<double>{0} : options.powers;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(options.time);
  Growth growth = options.growth;
  growth.uniform = options.method == SweepMethod::s_u;
  const KernelPair plain = shaped(kernels, {0, true}, run);
  const bool as_grown = grows && (!options.all_starts || growth.until < 1);

  Sweep result;
  result.points.resize(powers.size());
  // Neighbouring values of p share their matchings by the warm starts: of many values every tenth part is worth the
  // costly starts.
  const std::size_t every = std::max<std::size_t>(1, powers.size() / 10);
  const auto thorough = [&](std::size_t at) {
    return options.all_starts && ((at + 1) % every == 0 || at + 1 == powers.size());
  };
  std::int64_t climbs = 0;
  for (std::size_t at = 0; at < powers.size(); ++at) climbs += 1 + (grows ? 1 : thorough(at) ? 4 : 2);
  Stage stage(*run.observer, "sweeping p", climbs, "climbs");
  SharedSteps steps(stage);
  Run quiet = run;  // for workers, and for what is a part of a step
  quiet.observer = &Observer::silent();
  // A batch of growths in parallel, then the chain of warm starts through it.
  const std::size_t batch = 8;
  for (std::size_t first = 0; first < powers.size(); first += batch) {
    const std::size_t last = std::min(powers.size(), first + batch);
    std::vector<KernelPair> ready(last - first);
    std::vector<Ascent> own(last - first);
    run.pool.for_blocks(static_cast<std::int64_t>(last - first), 1, [&](Index begin, Index) {
      const auto k = static_cast<std::size_t>(begin);
      ready[k] = shaped(kernels, {powers[first + k], ks}, quiet);
      if (as_grown) {
        own[k].right_of_left = grow(ready[k], seeds, growth, quiet).right_of_left;
        own[k].objective = normalised_objective(ready[k], own[k].right_of_left, quiet);
        steps.add(1);
      } else if (grows) {
        own[k] = ascend(ready[k], grow(ready[k], seeds, growth, quiet).right_of_left, seeds, quiet);
        steps.add(1);
      } else {
        for (const MatchedRows& start : unseeded_starts(ready[k], seeds, growth, thorough(first + k), quiet)) {
          keep_better(own[k], ascend(ready[k], start, seeds, quiet));
          steps.add(1);
        }
      }
    });
    for (std::size_t k = 0; k < ready.size(); ++k) {
      const std::size_t at = first + k;
      if (at > 0 && !as_grown) keep_better(own[k], ascend(ready[k], result.points[at - 1].right_of_left, seeds, quiet));
      if (!ks && !as_grown && thorough(at)) regrow(ready[k], seeds, growth, own[k], quiet);
      result.points[at] = {powers[at], own[k].objective, normalised_objective(plain, own[k].right_of_left, run),
                           std::move(own[k].right_of_left)};
      const SweepPoint &point = result.points[at], &best = result.points[result.best];
      if (std::pair(point.objective, point.plain_objective) > std::pair(best.objective, best.plain_objective))
        result.best = at;
      steps.add(1);
    }
  }
  if (options.time.count() > 0 && !grows) restart(kernels, seeds, options, end, result, run);
  return result;
}

}  // namespace couplet
