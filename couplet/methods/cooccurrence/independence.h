// Are the two sides related at all? HSIC as a test of independence.
#pragma once

#include <cstdint>

#include "couplet/base/run.h"
#include "couplet/methods/cooccurrence/moments.h"
#include "couplet/methods/cooccurrence/pair_sample.h"

namespace couplet {

/// p-value of HSIC under independence by the gamma approximation (Gretton et al. 2008), from the statistics alone: its
/// null mean is tr(Cxx) tr(Cyy) / n, its variance 2 |Cxx|^2 |Cyy|^2 (n-4)(n-5) / (n(n-1)(n-2)(n-3)). NaN below 6 pairs.
double gamma_independence(const Moments& moments);

/// p-value (b + 1) / (m + 1) of the sample's HSIC against m permutations of its right side. O(m s^2) for s pairs in the
/// sample.
double permutation_independence(const PairSample& sample, std::int64_t permutations, const Run& run);

}  // namespace couplet
