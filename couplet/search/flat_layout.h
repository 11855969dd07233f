// Vectors laid out in a plane, to be looked at.
#pragma once

#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"
#include "couplet/search/nearest_neighbours.h"

namespace couplet {

/// n x 2: the rows, taken to unit length and centred, on their first two principal axes; a single dimension gives zeros
/// for the second. Zero rows lie where the origin does. O(n d^2 + d^3).
MatrixD principal_plane(const ConstRef<float>& rows, const Run& run);

/// n x 2: neighbours near each other, others pushed apart, starting from `start` (n x 2). Stochastic gradient steps on
/// 1 / (1 + distance^2) as the likelihood of being neighbours, against a few random others each; one thread and a
/// seeded generator, so that the same input gives the same plane. O(n k) a round, 200 rounds.
MatrixD neighbour_plane(const std::vector<std::vector<Neighbour>>& neighbours, const MatrixD& start, const Run& run);

}  // namespace couplet
