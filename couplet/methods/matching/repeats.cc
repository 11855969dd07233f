#include "couplet/methods/matching/repeats.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/base/random.h"
#include "couplet/base/stage_part.h"
#include "couplet/methods/matching/pair_weights.h"

namespace couplet {
namespace {

constexpr std::uint64_t repeat_stream = 0x7265706561740000;

int repeats_for(Index pairs) { return pairs >= 2500 ? 2 : pairs >= 1000 ? 4 : 8; }

/// Rows of the collections that a repeat keeps, ascending, and the seeds it is shown, as rows of the part.
struct KeptPart {
  std::vector<Index> left, right;
  ObjectPairs shown, withheld, forbidden;  // in rows of the part
};

MatrixF block_of(const MatrixF& all, const std::vector<Index>& rows, const std::vector<Index>& cols) {
  MatrixF part(static_cast<Index>(rows.size()), static_cast<Index>(cols.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < cols.size(); ++j)
      part(static_cast<Index>(i), static_cast<Index>(j)) = all(rows[i], cols[j]);
  return part;
}

std::vector<Index> kept_rows(const std::vector<char>& dropped) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < dropped.size(); ++i)
    if (!dropped[i]) rows.push_back(static_cast<Index>(i));
  return rows;
}

Index place_of(const std::vector<Index>& rows, Index row) {
  return std::lower_bound(rows.begin(), rows.end(), row) - rows.begin();
}

KeptPart draw_part(const MatchedRows& matched, Index right, const Repeated& what, Random& random) {
  const ObjectPairs& seeds = what.seeds;
  std::vector<char> seeded(matched.size(), 0), left_dropped(matched.size(), 0), right_dropped(right, 0);
  for (const auto& [i, j] : seeds) seeded[i] = 1;
  ObjectPairs free;
  for (const auto& pair : pairs_of(matched))
    if (!seeded[pair.first]) free.push_back(pair);
  random.shuffle(std::span(free));
  for (std::size_t k = 0; k < free.size() / 4; ++k) {
    left_dropped[free[k].first] = 1;
    right_dropped[free[k].second] = 1;
  }
  KeptPart part{kept_rows(left_dropped), kept_rows(right_dropped), {}, {}, {}};
  for (const auto& [i, j] : what.forbidden)
    if (!left_dropped[i] && !right_dropped[j])
      part.forbidden.emplace_back(place_of(part.left, i), place_of(part.right, j));
  ObjectPairs order = seeds;
  random.shuffle(std::span(order));
  for (std::size_t s = 0; s < order.size(); ++s)
    (s < order.size() / 3 ? part.withheld : part.shown)
        .emplace_back(place_of(part.left, order[s].first), place_of(part.right, order[s].second));
  return part;
}

/// Whether further repeats would change nothing that matters. shares: what each repeat so far has found again; all: how
/// many there will be.
bool told_already(const std::vector<double>& shares, int all, double needed) {
  constexpr double nearly_all = 0.9, nearly_nothing = 0.05, close = 0.06;
  constexpr std::size_t enough = 3;
  const double most_left = static_cast<double>(all) - static_cast<double>(shares.size());
  if (std::accumulate(shares.begin(), shares.end(), most_left) < needed * all) return true;
  if (shares.size() < enough) return false;
  const auto [least, most] = std::minmax_element(shares.begin(), shares.end());
  return *most - *least <= close && (*least >= nearly_all || *most <= nearly_nothing);
}

}  // namespace

double confidence_of(double share, double again, const Agreement& all) {
  const auto log_odds = [](double p) {
    constexpr double least = 0.02;
    const double held = std::clamp(p, least, 1 - least);
    return std::log(held / (1 - held));
  };
  const double x = -0.56 + 0.44 * log_odds(again) + 0.19 * log_odds(share) + 0.79 * log_odds(all.mean);
  return 1 / (1 + std::exp(-x));
}

Agreement repeat_matching(const MatchedRows& right_of_left, const Repeated& what, const Rematch& rematch, double needed,
                          const Run& run) {
  const std::size_t n = right_of_left.size();
  const ObjectPairs pairs = pairs_of(right_of_left);
  const int repeats = repeats_for(static_cast<Index>(pairs.size()));
  std::vector<char> seeded(n, 0);
  for (const auto& [i, j] : what.seeds) seeded[i] = 1;
  std::vector<int> tried(n, 0), found(n, 0);
  Agreement result;
  constexpr std::int64_t steps = 100;  // a repeat
  Stage stage(*run.observer, "matching again without a part", steps * repeats, "steps");
  Run inner = run;
  double chance = 0;
  std::vector<double> shares;
  while (result.repeats < repeats && !told_already(shares, repeats, needed)) {
    const int repeat = result.repeats++;
    StagePart part_of_stage(*run.observer, steps * repeat, steps * (repeat + 1));
    inner.observer = &part_of_stage;
    Random random(run.seed, repeat_stream + static_cast<std::uint64_t>(repeat));
    const KeptPart part = draw_part(right_of_left, what.kernels[0].right.rows(), what, random);
    std::vector<KernelPair> kernels;
    for (const KernelPair& pair : what.kernels)
      kernels.push_back({block_of(pair.left, part.left, part.left), block_of(pair.right, part.right, part.right)});
    MatrixF surface;
    if (what.surface) {
      surface = block_of(surface_evidence(resampled(*what.surface, random), inner), part.left, part.right);
      standardise(surface);
    }
    const MatrixF* const evidence = what.surface ? &surface : nullptr;
    const MatchedRows again = without_forbidden(
        rematch(kernels, evidence, part.shown, inner), part.forbidden, part.shown,
        [&](const MatchedRows& matched) { return what.weigh(kernels, evidence, matched, inner); }, inner);
    Index asked = 0, came_back = 0;
    for (std::size_t i = 0; i < part.left.size(); ++i) {
      const Index left = part.left[i], right = right_of_left[left];
      if (right < 0 || seeded[left]) continue;
      const bool same = again[i] >= 0 && part.right[again[i]] == right;
      ++tried[left];
      found[left] += same;
      ++asked;
      came_back += same;
    }
    shares.push_back(asked > 0 ? static_cast<double>(came_back) / static_cast<double>(asked) : 0);
    for (const auto& [i, j] : part.withheld) {
      ++result.seeds_tried;
      result.seeds_found += again[i] == j;
    }
    chance += 1 / static_cast<double>(std::max<std::size_t>(2, part.right.size()));
    stage.advance_to(steps * (repeat + 1));
  }
  stage.advance_to(steps * repeats);  // also where fewer were enough
  if (result.repeats > 0) chance /= result.repeats;
  result.again.resize(n, 0);
  Index counted = 0;
  for (const auto& [i, j] : pairs) {
    if (seeded[i] || tried[i] == 0) continue;
    result.again[i] = std::max(0.0, (static_cast<double>(found[i]) / tried[i] - chance) / (1 - chance));
    result.mean += result.again[i];
    ++counted;
  }
  if (counted > 0) result.mean /= static_cast<double>(counted);
  // The few that every repeat left out by chance are like the others.
  for (const auto& [i, j] : pairs)
    if (!seeded[i] && tried[i] == 0) result.again[i] = result.mean;
  return result;
}

}  // namespace couplet
