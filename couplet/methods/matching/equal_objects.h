// Objects that no kernel can tell apart.
#pragma once

#include <vector>

#include "couplet/methods/matching/evidence.h"
#include "couplet/methods/matching/kernel_pair.h"

namespace couplet {

/// For each object the first one that is equal to it (itself, when there is none before): K_ii + K_jj - 2 K_ij is 0 but
/// for rounding. kernel: not centred, positive semi-definite. O(n^2).
std::vector<Index> first_equals(const MatrixF& kernel);

/// The partners of equal objects in rising order, which changes no objective: so that ties do not depend on how the
/// matching was found. Seeds keep theirs.
void order_equals(const std::vector<Index>& left_equals, const std::vector<Index>& right_equals,
                  const std::vector<char>& is_seed, std::vector<Index>& right_of_left);

/// Marks matches of which either object has an equal; seeds are not.
void mark_ties(const std::vector<Index>& left_equals, const std::vector<Index>& right_equals,
               std::vector<Match>& matches);

}  // namespace couplet
