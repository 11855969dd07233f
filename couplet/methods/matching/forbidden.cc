#include "couplet/methods/matching/forbidden.h"

#include <algorithm>

#include "couplet/methods/matching/seeded_assignment.h"

namespace couplet {
namespace {

bool has_any_of(const ObjectPairs& forbidden, const MatchedRows& matched) {
  return std::any_of(forbidden.begin(), forbidden.end(),
                     [&](const auto& pair) { return matched[pair.first] == pair.second; });
}

}  // namespace

void forbid(const ObjectPairs& forbidden, MatrixF& weights) {
  if (forbidden.empty() || weights.size() == 0) return;
  const float low = weights.minCoeff(), high = weights.maxCoeff();
  // No gain elsewhere makes up for one of them.
  const float none = low - (high - low + 1) * static_cast<float>(std::min(weights.rows(), weights.cols()));
  for (const auto& [i, j] : forbidden) weights(i, j) = none;
}

MatchedRows without_forbidden(MatchedRows matched, const ObjectPairs& forbidden, const ObjectPairs& seeds,
                              const std::function<MatrixF(const MatchedRows&)>& weigh, const Run& run) {
  if (!has_any_of(forbidden, matched)) return matched;
  constexpr int most_rounds = 10;
  for (int round = 0; round < most_rounds; ++round) {
    run.stop->check();
    MatrixF weights = weigh(matched);
    forbid(forbidden, weights);
    MatchedRows next = SeededAssignment(weights.rows(), weights.cols(), seeds, run).solve(weights);
    for (const auto& [i, j] : forbidden)
      if (next[i] == j) next[i] = -1;
    if (next == matched) break;
    matched = std::move(next);
  }
  return matched;
}

}  // namespace couplet
