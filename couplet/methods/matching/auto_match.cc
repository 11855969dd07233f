#include "couplet/methods/matching/auto_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "couplet/base/stage_part.h"
#include "couplet/methods/matching/evidence.h"
#include "couplet/methods/matching/pair_weights.h"
#include "couplet/methods/matching/sweep.h"

namespace couplet {
namespace {

constexpr Index growth_rounds = 24;
constexpr std::size_t seeds_to_judge = 4;  // fewer say too little about a way
constexpr std::size_t folds = 5;
constexpr Index most_tried_twice = 1000;  // objects; beyond, sweeps beside a surface that speaks would take too long

enum class Plan { grown, swept, swept_from_seeds };

/// One way to match.
struct Way {
  Plan plan = Plan::grown;
  std::size_t kernels = 0;
  KernelShape shape;
  double surface_weight = 0;
  bool polished = false;    // the plain kernels without diagonals have the last word
  bool seeds_last = false;  // matched as if there were no seeds, which are put in at the end

  std::string text() const {
    std::string words = plan == Plan::grown   ? fmt::format("grown, p = {:g}", shape.power)
                        : plan == Plan::swept ? "swept over p"
                                              : "swept over p from seeds";
    if (shape.zero_diagonal) words += ", no diagonals";
    if (surface_weight > 0) words += fmt::format(", surface {:g}", surface_weight);
    if (seeds_last) words += ", then seeds";
    if (polished) words += ", then plain kernels";
    return words;
  }
};

/// Kernels in the shapes that ways ask for, made once.
class Shapes {
 public:
  Shapes(const std::vector<KernelPair>& kernels, const Run& run) : kernels_(kernels), run_(run) {}
  const KernelPair& operator()(std::size_t which, const KernelShape& shape) {
    const auto key = std::tuple(which, shape.power, shape.zero_diagonal);
    const auto found = made_.find(key);
    return found != made_.end() ? found->second
                                : made_.emplace(key, shaped(kernels_[which], shape, run_)).first->second;
  }
  const KernelPair& plain(std::size_t which) const { return kernels_[which]; }

 private:
  const std::vector<KernelPair>& kernels_;
  const Run& run_;
  std::map<std::tuple<std::size_t, double, bool>, KernelPair> made_;
};

/// What a way's matching says about pairs: kernels without diagonals, so that no match supports itself; and the
/// surface.
MatrixF supporting_weights(const KernelPair& kernels, const MatchedRows& matched, const MatrixF* surface,
                           double surface_weight, const Run& run) {
  PairWeights of_matching(kernels, run);
  of_matching.set(pairs_of(matched));
  MatrixF weights = of_matching.weights();
  standardise(weights);
  if (surface_weight > 0) weights += static_cast<float>(surface_weight) * *surface;
  return weights;
}

/// The shape whose weights judge a way: its own, or the plain kernels it ended with; never with diagonals.
KernelShape judging_shape(const Way& way) { return {way.polished ? 0 : way.shape.power, true}; }

Growth growth_of(const Way& way, Index objects, const MatrixF* surface) {
  Growth growth;
  growth.step = (objects + growth_rounds - 1) / growth_rounds;
  if (way.plan != Plan::grown) return growth;
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

MatchedRows follow(const Way& way, Shapes& shapes, const MatrixF* surface, const ObjectPairs& seeds, const Run& run) {
  const KernelPair& own = shapes(way.kernels, way.shape);
  const Growth growth = growth_of(way, std::min(own.left.rows(), own.right.rows()), surface);
  const ObjectPairs none, &first = way.seeds_last ? none : seeds;
  if (way.plan == Plan::grown) {
    const MatchedRows grown = grow(own, first, growth, run).right_of_left;
    return way.seeds_last && !seeds.empty() ? settle(own, with_seeds(grown, seeds), seeds, growth, run).right_of_left
                                            : grown;
  }
  SweepOptions options;
  options.method = way.plan == Plan::swept ? SweepMethod::psmooth : SweepMethod::s_z;
  for (int tenth = 1; tenth <= 10; ++tenth) options.powers.push_back(tenth / 10.0);
  options.growth = growth;
  const SweepPoint chosen = sweep(shapes.plain(way.kernels), first, options, run).chosen();
  if (!way.seeds_last || seeds.empty()) return chosen.right_of_left;
  return ascend(shapes(way.kernels, {chosen.power, false}), with_seeds(chosen.right_of_left, seeds), seeds, run)
      .right_of_left;
}

/// The plain kernels without diagonals are the hardest to climb, but theirs is the highest summit: from a good start
/// they mend what smooth ones blur.
MatchedRows polish(const Way& way, const MatchedRows& matched, Shapes& shapes, const ObjectPairs& seeds,
                   const Run& run) {
  const KernelPair& plain = shapes(way.kernels, {0, true});
  Ascent best = ascend(plain, matched, seeds, run);
  regrow(plain, seeds, growth_of(way, std::min(plain.left.rows(), plain.right.rows()), nullptr), best, run);
  return best.right_of_left;
}

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
VectorD held_out_ranks(const Way& way, Shapes& shapes, const MatrixF* surface, const ObjectPairs& seeds, Parts& parts) {
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
std::vector<Way> ways_with_surface(const ObjectPairs& seeds) {
  std::vector<Way> ways;
  ways.push_back({Plan::grown, 0, {1, false}, 0.5, false});
  if (seeds.empty()) return ways;
  ways.push_back(ways[0]);
  ways[1].seeds_last = true;
  if (seeds.size() < seeds_to_judge) return ways;
  for (const double weight : {0.25, 1.0}) ways.push_back({Plan::grown, 0, {1, false}, weight, false});
  ways.push_back({Plan::grown, 0, {0.6, false}, 0.25, false});
  ways.push_back({Plan::grown, 0, {0.6, false}, 0, false});
  ways.push_back({Plan::grown, 0, {1, true}, 0, false});
  return ways;
}

std::vector<Way> ways_of_kernels(std::size_t kernels, const ObjectPairs& seeds) {
  std::vector<Way> ways;
  for (std::size_t k = 0; k < kernels; ++k) {
    ways.push_back({Plan::swept, k, {1, false}, 0, false, true});
    if (seeds.size() < 2) continue;
    ways.push_back({Plan::swept_from_seeds, k, {1, false}, 0, false});
    ways.push_back({Plan::grown, k, {0.6, false}, 0, false});
    ways.push_back({Plan::grown, k, {1, true}, 0, false});
  }
  return ways;
}

/// For each way the sum over all shapes, and the surface, of its objective as a share of the best there; no seeds are
/// needed.
std::vector<double> agreement(const std::vector<MatchedRows>& found, std::size_t kernels, Shapes& shapes,
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
  Way way;
  MatchedRows matched;
  double found = -1;  // mean reciprocal rank of held-out seeds
};

MatchedRows follow_and_polish(const Way& way, Shapes& shapes, const MatrixF* surface, const ObjectPairs& seeds,
                              const Run& run) {
  MatchedRows matched = follow(way, shapes, surface, seeds, run);
  return way.polished ? polish(way, matched, shapes, seeds, run) : matched;
}

/// By the seeds that a way was not shown; so few of them cannot tell ways that are close, and of those the objectives
/// of kernels and surface decide. What is found without seeds stands unless they clearly speak for another way. With
/// too few seeds, the usual weight of the surface.
Choice choose_with_surface(Shapes& shapes, const MatrixF* surface, const ObjectPairs& seeds, const Run& run) {
  constexpr double close = 0.03;
  constexpr std::size_t without = 1;  // the way of seeds_last
  const std::vector<Way> ways = ways_with_surface(seeds);
  if (ways.size() == 1) return {ways[0], follow(ways[0], shapes, surface, seeds, run), -1};
  Parts parts("trying ways to match", ways.size() * (folds + 1), run);
  std::vector<VectorD> ranks;
  std::vector<double> means;
  for (const Way& way : ways) {
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
Choice choose_by_kernels(std::size_t kernels, Shapes& shapes, const ObjectPairs& seeds, const Run& run) {
  std::vector<Way> ways;
  std::vector<MatchedRows> found;
  const std::vector<Way> all = ways_of_kernels(kernels, seeds);
  Parts parts("trying ways to match", 2 * all.size(), run);
  for (Way way : all) {
    ways.push_back(way);
    found.push_back(follow(way, shapes, nullptr, seeds, parts.next()));
    way.polished = true;
    ways.push_back(way);
    found.push_back(polish(way, found.back(), shapes, seeds, parts.next()));
  }
  const std::size_t best = first_largest(agreement(found, kernels, shapes, nullptr, run));
  return {ways[best], found[best], -1};
}

AutoMatch finished(Choice choice, Shapes& shapes, const MatrixF* surface, const Run& run) {
  AutoMatch result;
  result.kernels = without_diagonals(shapes(choice.way.kernels, judging_shape(choice.way)));
  result.surface_weight = choice.way.surface_weight;
  result.weights = supporting_weights(result.kernels, choice.matched, surface, result.surface_weight, run);
  result.right_of_left = std::move(choice.matched);
  result.way = choice.way.text();
  result.found = choice.found;
  result.again = [way = choice.way](const std::vector<KernelPair>& kernels, const MatrixF* part,
                                    const ObjectPairs& seeds, const Run& own) {
    Shapes own_shapes(kernels, own);
    return follow_and_polish(way, own_shapes, part, seeds, own);
  };
  return result;
}

}  // namespace

std::vector<AutoMatch> match_auto(const std::vector<KernelPair>& kernels, const MatrixF* surface,
                                  const ObjectPairs& seeds, const Run& run) {
  Shapes shapes(kernels, run);
  std::vector<AutoMatch> results;
  if (surface && surface_speaks(*surface, shapes(0, {1, true}), seeds, run))
    results.push_back(finished(choose_with_surface(shapes, surface, seeds, run), shapes, surface, run));
  if (results.empty() || std::max(kernels[0].left.rows(), kernels[0].right.rows()) <= most_tried_twice)
    results.push_back(finished(choose_by_kernels(kernels.size(), shapes, seeds, run), shapes, nullptr, run));
  return results;
}

}  // namespace couplet
