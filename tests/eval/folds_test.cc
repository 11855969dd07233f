#include "couplet/eval/folds.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "couplet/base/error.h"

using namespace couplet;

namespace {

/// Largest less smallest number of items a fold gets among those with `kept(item)`.
template <class Kept>
std::int64_t unevenness(const std::vector<int>& fold_of, int folds, Kept kept) {
  std::vector<std::int64_t> sizes(std::size_t(folds), 0);
  for (std::size_t i = 0; i < fold_of.size(); ++i)
    if (kept(i)) ++sizes[std::size_t(fold_of[i])];
  const auto [smallest, largest] = std::minmax_element(sizes.begin(), sizes.end());
  return *largest - *smallest;
}

}  // namespace

TEST_CASE("a random split has every item once, and the size asked for") {
  CHECK(rc::check("split", [] {
    const std::int64_t items = *rc::gen::inRange(2, 200);
    const double fraction = *rc::gen::inRange(1, 100) / 100.0;
    const Split split = random_split(items, fraction, 7);
    std::set<std::int64_t> all(split.train.begin(), split.train.end());
    all.insert(split.held_out.begin(), split.held_out.end());
    RC_ASSERT(std::int64_t(split.train.size() + split.held_out.size()) == items);
    RC_ASSERT(std::int64_t(all.size()) == items);
    RC_ASSERT(*all.begin() == 0 && *all.rbegin() == items - 1);
    RC_ASSERT(!split.train.empty() && !split.held_out.empty());
    RC_ASSERT(std::is_sorted(split.train.begin(), split.train.end()));
    RC_ASSERT(std::is_sorted(split.held_out.begin(), split.held_out.end()));
  }));
  CHECK(random_split(1000, 0.1, 1).held_out.size() == 100);
}

TEST_CASE("folds are even, also within each label") {
  CHECK(rc::check("stratified", [] {
    const int folds = *rc::gen::inRange(2, 8);
    const auto labels =
        *rc::gen::container<std::vector<int>>(std::size_t(*rc::gen::inRange(folds, 60)), rc::gen::inRange(0, 4));
    const auto fold_of = stratified_k_folds(labels, folds, 5);
    RC_ASSERT(unevenness(fold_of, folds, [](std::size_t) { return true; }) <= 1);
    for (int label = 0; label < 4; ++label)
      RC_ASSERT(unevenness(fold_of, folds, [&](std::size_t i) { return labels[i] == label; }) <= 1);
    const auto plain = k_folds(std::int64_t(labels.size()), folds, 5);
    RC_ASSERT(unevenness(plain, folds, [](std::size_t) { return true; }) <= 1);
  }));
}

TEST_CASE("groups stay together, no fold is empty, sizes are near") {
  CHECK(rc::check("groups", [] {
    const int folds = *rc::gen::inRange(2, 6);
    auto groups = *rc::gen::container<std::vector<std::int64_t>>(std::size_t(*rc::gen::inRange(10, 80)),
                                                                 rc::gen::inRange<std::int64_t>(-5, 12));
    for (int g = 0; g < folds; ++g) groups.push_back(100 + g);
    const auto fold_of = group_k_folds(groups, folds, 3);
    std::map<std::int64_t, int> fold_of_group;
    std::map<std::int64_t, std::int64_t> sizes;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      RC_ASSERT(fold_of_group.emplace(groups[i], fold_of[i]).first->second == fold_of[i]);
      ++sizes[groups[i]];
    }
    std::int64_t largest_group = 0;
    for (const auto& [group, size] : sizes) largest_group = std::max(largest_group, size);
    RC_ASSERT(unevenness(fold_of, folds, [](std::size_t) { return true; }) <= largest_group);
    RC_ASSERT(std::set<int>(fold_of.begin(), fold_of.end()).size() == std::size_t(folds));
  }));
}

TEST_CASE("the seed decides, and is all that decides") {
  CHECK(k_folds(100, 5, 1) == k_folds(100, 5, 1));
  CHECK(k_folds(100, 5, 1) != k_folds(100, 5, 2));
  CHECK(random_split(100, 0.3, 1).held_out != random_split(100, 0.3, 2).held_out);
}

TEST_CASE("splitting off a fold") {
  const std::vector<int> fold_of = {0, 1, 2, 1, 0};
  const Split split = split_of_fold(fold_of, 1);
  CHECK(split.held_out == std::vector<std::int64_t>{1, 3});
  CHECK(split.train == std::vector<std::int64_t>{0, 2, 4});
}

TEST_CASE("impossible folds are refused") {
  CHECK_THROWS_WITH_AS(k_folds(10, 1, 0), "folds: 1 folds; use 2 or more", Error);
  CHECK_THROWS_WITH_AS(k_folds(3, 5, 0), "folds: 3 items for 5 folds; use fewer (--folds)", Error);
  CHECK_THROWS_WITH_AS(group_k_folds(std::vector<std::int64_t>{1, 1, 1, 2}, 3, 0),
                       "folds: 2 groups for 3 folds; use fewer (--folds)", Error);
  CHECK_THROWS_AS(random_split(1, 0.5, 0), Error);
  CHECK_THROWS_AS(random_split(10, 1.0, 0), Error);
}
