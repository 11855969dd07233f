#include "couplet/eval/folds.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "couplet/base/error.h"
#include "couplet/base/random.h"

namespace couplet {
namespace {

void require_folds(int folds, std::int64_t available, const char* what) {
  if (folds < 2) throw Error(ErrorCode::usage, "folds", std::to_string(folds) + " folds", "use 2 or more");
  if (available < folds)
    throw Error(ErrorCode::data, "folds",
                std::to_string(available) + " " + what + " for " + std::to_string(folds) + " folds",
                "use fewer (--folds)");
}

/// The items of each value, values ascending, items ascending.
template <class Value>
std::map<Value, std::vector<std::int64_t>> items_by(std::span<const Value> values) {
  std::map<Value, std::vector<std::int64_t>> items;
  for (std::size_t i = 0; i < values.size(); ++i) items[values[i]].push_back(static_cast<std::int64_t>(i));
  return items;
}

}  // namespace

Split random_split(std::int64_t items, double fraction, std::uint64_t seed) {
  if (items < 2) throw Error(ErrorCode::usage, "split", "fewer than 2 items cannot be split");
  if (!(fraction > 0 && fraction < 1))
    throw Error(ErrorCode::usage, "split", "the fraction to hold out lies outside (0, 1)", "use 0.1");
  const auto wanted = static_cast<std::int64_t>(std::llround(fraction * static_cast<double>(items)));
  const std::int64_t held = std::clamp<std::int64_t>(wanted, 1, items - 1);
  const auto order = Random(seed).permutation(items);
  Split split{{order.begin() + held, order.end()}, {order.begin(), order.begin() + held}};
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.held_out.begin(), split.held_out.end());
  return split;
}

std::vector<int> k_folds(std::int64_t items, int folds, std::uint64_t seed) {
  require_folds(folds, items, "items");
  return stratified_k_folds(std::vector<int>(items, 0), folds, seed);
}

std::vector<int> stratified_k_folds(std::span<const int> labels, int folds, std::uint64_t seed) {
  require_folds(folds, static_cast<std::int64_t>(labels.size()), "items");
  Random random(seed);
  std::vector<int> fold_of(labels.size());
  // Dealing goes on from label to label, so that both the labels' shares and the sizes are even.
  std::size_t dealt = 0;
  for (auto& [label, items] : items_by(labels)) {
    random.shuffle(std::span(items));
    for (const std::int64_t item : items) fold_of[item] = static_cast<int>(dealt++ % static_cast<std::size_t>(folds));
  }
  return fold_of;
}

std::vector<int> group_k_folds(std::span<const std::int64_t> groups, int folds, std::uint64_t seed) {
  const auto items = items_by(groups);
  require_folds(folds, static_cast<std::int64_t>(items.size()), "groups");
  std::vector<const std::vector<std::int64_t>*> order;
  for (const auto& [group, members] : items) order.push_back(&members);
  Random(seed).shuffle(std::span(order));
  std::stable_sort(order.begin(), order.end(), [](auto* a, auto* b) { return a->size() > b->size(); });

  std::vector<int> fold_of(groups.size());
  std::vector<std::size_t> sizes(folds, 0);
  for (const auto* members : order) {
    const auto smallest = std::min_element(sizes.begin(), sizes.end());
    for (const std::int64_t item : *members) fold_of[item] = static_cast<int>(smallest - sizes.begin());
    *smallest += members->size();
  }
  return fold_of;
}

Split split_of_fold(std::span<const int> fold_of, int held_out) {
  Split split;
  for (std::size_t i = 0; i < fold_of.size(); ++i)
    (fold_of[i] == held_out ? split.held_out : split.train).push_back(static_cast<std::int64_t>(i));
  return split;
}

}  // namespace couplet
