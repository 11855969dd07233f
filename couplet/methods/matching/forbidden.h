// Pairs that somebody rejected: a matching without them.
#pragma once

#include <functional>
#include <vector>

#include "couplet/methods/matching/kernelized_sorting.h"

namespace couplet {

/// What a matching says about all pairs, standardised, on the whole or on a part of the collections; surface:
/// standardised evidence, or null.
using Weigh = std::function<MatrixF(const std::vector<KernelPair>& kernels, const MatrixF* surface,
                                    const MatchedRows& matched, const Run& run)>;

/// Puts these pairs so far below all others that an assignment takes one only where an object has no other partner.
void forbid(const ObjectPairs& forbidden, MatrixF& weights);

/// A matching that has none of these pairs stays as it is. Otherwise it is assigned anew by its own weights without
/// them, again by the weights of what comes out, until that stays the same (ten times at most). Seeds stay; an object
/// without a partner that is allowed is left alone (-1). weigh: of the collections matched.
MatchedRows without_forbidden(MatchedRows matched, const ObjectPairs& forbidden, const ObjectPairs& seeds,
                              const std::function<MatrixF(const MatchedRows&)>& weigh, const Run& run);

}  // namespace couplet
