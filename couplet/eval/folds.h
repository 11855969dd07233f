// Seeded splits of items into training and held-out parts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace couplet {

/// Item numbers, ascending.
struct Split {
  std::vector<std::int64_t> train, held_out;
};

/// Holds out round(fraction * items) items, at least one and not all. Throws Error(usage) for fewer than two items or a
/// fraction outside (0, 1).
Split random_split(std::int64_t items, double fraction, std::uint64_t seed);

// Cross-validation: fold[i] of 0..folds-1 for every item. Error(usage) for folds < 2, Error(data) for fewer items
// (groups) than folds.

/// Fold sizes differ by at most one.
std::vector<int> k_folds(std::int64_t items, int folds, std::uint64_t seed);

/// As k_folds, and the number of items of each label differs between folds by at most one.
std::vector<int> stratified_k_folds(std::span<const int> labels, int folds, std::uint64_t seed);

/// Items of one group (such as the answers to one question) stay in one fold. Largest groups first, each to the fold
/// that is smallest so far.
std::vector<int> group_k_folds(std::span<const std::int64_t> groups, int folds, std::uint64_t seed);

/// Holds out one fold and trains on the others.
Split split_of_fold(std::span<const int> fold_of, int held_out);

}  // namespace couplet
