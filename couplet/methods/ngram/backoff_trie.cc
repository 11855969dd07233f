#include "couplet/methods/ngram/backoff_trie.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace couplet {
namespace {

/// The counts that one order is estimated from.
std::vector<std::uint64_t> used_counts(const CountTrie& trie, std::size_t n, Smoothing smoothing) {
  const CountLevel& level = trie.levels[n];
  std::vector<std::uint64_t> counts = level.counts;
  if (smoothing != Smoothing::kneser_ney || n + 1 == trie.levels.size()) return counts;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (level.words[i] != sentence_start) counts[i] = level.children(i);  // words before it
  return counts;
}

Discounts discounts_of(const std::vector<std::uint64_t>& counts, Smoothing smoothing, std::size_t n,
                       std::vector<std::string>& warnings) {
  CountsOfCounts of_counts;
  for (const std::uint64_t count : counts) of_counts.add(count);
  Discounts discounts(smoothing, of_counts);
  if (discounts.fallback().empty()) return discounts;
  // One warning for all orders of which the same is to be said.
  const std::string order = fmt::format("{}-grams", n + 1);
  const std::string rest = " for the usual discounts: " + discounts.fallback();
  if (!warnings.empty() && warnings.back().ends_with(rest))
    warnings.back().insert(warnings.back().size() - rest.size(), ", " + order);
  else
    warnings.push_back("too few " + order + rest);
  return discounts;
}

void estimate_unigrams(BackoffLevel& level, const std::vector<std::uint64_t>& counts, const Discounts& discounts,
                       std::uint64_t cutoff, const std::vector<std::uint64_t>& raw) {
  double total = 0, kept = 0;
  const auto worth = [&](std::size_t i) { return raw[i] >= cutoff ? std::max(0.0, discounts.kept(counts[i])) : 0.0; };
  for (std::size_t i = 0; i < counts.size(); ++i) {
    total += static_cast<double>(counts[i]);
    kept += worth(i);
  }
  // <s> is never predicted. Something must be left for words that were never seen.
  const double left = std::max(total - kept, 1e-3 * total) / (static_cast<double>(counts.size()) - 1);
  const double sum = kept + left * (static_cast<double>(counts.size()) - 1);
  for (std::size_t i = 0; i < counts.size(); ++i)
    level.probability[i] = i == sentence_start ? 0 : (worth(i) + left) / sum;
}

/// One order above unigrams; fills in the back-off weights of the order below.
void estimate_order(BackoffTrie& trie, std::size_t n, const std::vector<std::uint64_t>& counts,
                    const Discounts& discounts, const std::vector<bool>& kept, bool interpolate) {
  BackoffLevel& level = trie.levels[n];
  BackoffLevel& shorter = trie.levels[n - 1];
  std::vector<double> total(shorter.size(), 0), taken(shorter.size(), 0);
  std::vector<std::uint32_t> different(interpolate ? 0 : shorter.size(), 0);
  const auto worth = [&](std::size_t i) { return kept[i] ? std::max(0.0, discounts.kept(counts[i])) : 0.0; };
  for (std::size_t i = 0; i < level.size(); ++i) {
    const auto history = static_cast<std::size_t>(level.histories[i]);
    total[history] += static_cast<double>(counts[i]);
    taken[history] += static_cast<double>(counts[i]) - worth(i);
    if (!interpolate) ++different[history];
  }
  if (!interpolate)
    for (std::size_t h = 0; h < shorter.size(); ++h)
      if (total[h] > 0 && taken[h] <= 0) total[h] += different[h];
  if (interpolate)
    for (std::size_t h = 0; h < shorter.size(); ++h) shorter.backoff[h] = total[h] > 0 ? taken[h] / total[h] : 1;
  for (std::size_t i = 0; i < level.size(); ++i) {
    const auto history = static_cast<std::size_t>(level.histories[i]);
    level.probability[i] = worth(i) / total[history];
    if (interpolate) level.probability[i] += shorter.backoff[history] * shorter.probability[level.parents[i]];
  }
}

}  // namespace

void renormalise(BackoffTrie& trie, int n) {
  BackoffLevel& histories = trie.levels[n - 1];
  const BackoffLevel& longer = trie.levels[n];
  std::vector<double> seen(histories.size(), 0), seen_shorter(histories.size(), 0);
  for (std::size_t i = 0; i < longer.size(); ++i) {
    const auto history = static_cast<std::size_t>(longer.histories[i]);
    seen[history] += longer.probability[i];
    seen_shorter[history] += histories.probability[longer.parents[i]];
  }
  constexpr double nothing = 1e-9;  // below: the history is followed by the whole vocabulary, up to rounding
  for (std::size_t h = 0; h < histories.size(); ++h) {
    const double left = 1 - seen[h], left_shorter = 1 - seen_shorter[h];
    histories.backoff[h] = left <= nothing ? nothing : left_shorter <= nothing ? 1 : left / left_shorter;
  }
}

BackoffTrie only_kept(BackoffTrie&& trie, const std::vector<std::vector<bool>>& kept) {
  BackoffTrie result;
  std::vector<std::int32_t> renumbered, above;  // of this level and of the one above
  for (std::size_t n = 0; n < trie.levels.size(); ++n) {
    BackoffLevel level = std::exchange(trie.levels[n], {});
    BackoffLevel& out = result.levels.emplace_back();
    renumbered.assign(level.size(), -1);
    for (std::size_t i = 0; i < level.size(); ++i) {
      if (!kept[n][i]) continue;
      renumbered[i] = static_cast<std::int32_t>(out.size());
      out.words.push_back(level.words[i]);
      out.parents.push_back(n == 0 ? -1 : above[level.parents[i]]);
      out.histories.push_back(n == 0 ? -1 : above[level.histories[i]]);
      out.probability.push_back(level.probability[i]);
      out.backoff.push_back(level.backoff[i]);
    }
    if (n > 0) {
      BackoffLevel& up = result.levels[n - 1];
      up.first_child.assign(up.size() + 1, 0);
      for (const std::int32_t parent : out.parents) ++up.first_child[static_cast<std::size_t>(parent) + 1];
      for (std::size_t i = 1; i < up.first_child.size(); ++i) up.first_child[i] += up.first_child[i - 1];
    }
    above.swap(renumbered);
  }
  return result;
}

BackoffTrie estimate(CountTrie&& counts, Smoothing smoothing, const std::vector<std::uint64_t>& cutoffs,
                     std::vector<std::string>& warnings, const Run& run) {
  Stage stage(*run.observer, "smoothing", counts.order(), "orders");
  const bool interpolate = smoothing != Smoothing::good_turing;
  BackoffTrie trie;
  std::vector<std::vector<bool>> kept;
  bool cut = false;
  for (std::size_t n = 0; n < counts.levels.size(); ++n) {
    run.stop->check();
    CountLevel& level = counts.levels[n];
    const std::vector<std::uint64_t> used = used_counts(counts, n, smoothing);
    const Discounts discounts = discounts_of(used, smoothing, n, warnings);
    BackoffLevel& out = trie.levels.emplace_back();
    out.probability.assign(level.size(), 0);
    out.backoff.assign(level.size(), 1);
    out.words = std::move(level.words);
    out.parents = std::move(level.parents);
    out.histories = std::move(level.histories);
    out.first_child = std::move(level.first_child);
    std::vector<bool>& keep = kept.emplace_back(level.counts.size(), true);
    if (n == 0) {
      estimate_unigrams(out, used, discounts, cutoffs[0], level.counts);
    } else {
      for (std::size_t i = 0; i < keep.size(); ++i) keep[i] = level.counts[i] >= cutoffs[n];
      cut = cut || cutoffs[n] > 1;
      estimate_order(trie, n, used, discounts, keep, interpolate);
    }
    level = {};
    stage.advance_to(static_cast<std::int64_t>(n) + 1);
  }
  if (cut) trie = only_kept(std::move(trie), kept);
  if (!interpolate)
    for (int n = 1; n < trie.order(); ++n) renormalise(trie, n);
  return trie;
}

}  // namespace couplet
