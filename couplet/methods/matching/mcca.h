// The rival: matching canonical correlation analysis (Haghighi et al. 2008).
#pragma once

#include "couplet/methods/matching/kernelized_sorting.h"

namespace couplet {

struct MccaOptions {
  Index dimensions = 50;  // principal components of each side that CCA sees
  double ridge = 100;     // added to the covariances, as a share of their mean variance
  Index rounds = 20;      // from the seeds to all pairs, by equal steps
};

/// From the seeds: CCA between the principal components of the two sides, similarity in the joint space, assignment;
/// the matches with the largest margins join the pairs that CCA learns from, more each round. Error(usage) with fewer
/// than 2 seeds. Kernels: shaped.
Grown match_by_cca(const KernelPair& kernels, const ObjectPairs& seeds, const MccaOptions& options, const Run& run);

}  // namespace couplet
