#include "couplet/methods/ngram/pruning.h"

#include <algorithm>
#include <cmath>

namespace couplet {
namespace {

/// P(w1 .. wn) of every n-gram of one order, as the model itself says.
std::vector<double> chances_of(const BackoffTrie& trie, std::size_t n) {
  std::vector<double> shorter;
  for (std::size_t level = 0; level <= n; ++level) {
    const BackoffLevel& here = trie.levels[level];
    std::vector<double> chances(here.size());
    for (std::size_t i = 0; i < here.size(); ++i)
      chances[i] = here.probability[i] * (level == 0 ? 1 : shorter[here.histories[i]]);
    // A sentence begins with certainty: as often as one ends.
    if (level == 0) chances[sentence_start] = chances[sentence_end];
    shorter = std::move(chances);
  }
  return shorter;
}

}  // namespace

BackoffTrie prune(BackoffTrie&& trie, double threshold, std::int64_t& dropped, const Run& run) {
  Stage stage(*run.observer, "pruning", trie.order(), "orders");
  dropped = 0;
  for (std::size_t n = trie.levels.size() - 1; n >= 1; --n) {
    run.stop->check();
    const BackoffLevel& level = trie.levels[n];
    const BackoffLevel& shorter = trie.levels[n - 1];
    const std::vector<double> history_chance = chances_of(trie, n - 1);
    std::vector<double> seen(shorter.size(), 0), seen_shorter(shorter.size(), 0);
    for (std::size_t i = 0; i < level.size(); ++i) {
      seen[level.histories[i]] += level.probability[i];
      seen_shorter[level.histories[i]] += shorter.probability[level.parents[i]];
    }
    std::vector<std::vector<bool>> kept;
    for (const BackoffLevel& each : trie.levels) kept.emplace_back(each.size(), true);
    std::vector<bool> needed(level.size(), false);  // by a longer n-gram
    if (n + 1 < trie.levels.size())
      for (std::size_t i = 0; i < trie.levels[n + 1].size(); ++i) {
        needed[trie.levels[n + 1].parents[i]] = true;
        needed[trie.levels[n + 1].histories[i]] = true;
      }
    for (std::size_t i = 0; i < level.size(); ++i) {
      if (needed[i]) continue;
      const auto h = static_cast<std::size_t>(level.histories[i]);
      const double p = level.probability[i], lower = shorter.probability[level.parents[i]];
      const double left = 1 - seen[h], new_left = left + p, new_lower = 1 - seen_shorter[h] + lower;
      if (!(p > 0 && lower > 0 && new_left > 0 && new_lower > 0)) continue;
      // Stolcke (1998), eq. 4 and 7: the relative entropy when P(w | h) is replaced by a'(h) P(w | h').
      const double weight = new_left / new_lower;
      double change = p * (std::log(p) - std::log(lower) - std::log(weight));
      if (left > 0) change += left * (std::log(shorter.backoff[h]) - std::log(weight));
      if (std::expm1(history_chance[h] * change) < threshold) {
        kept[n][i] = false;
        ++dropped;
      }
    }
    trie = only_kept(std::move(trie), kept);
    renormalise(trie, static_cast<int>(n));
    stage.advance_to(static_cast<std::int64_t>(trie.levels.size() - n));
  }
  return std::move(trie);
}

}  // namespace couplet
