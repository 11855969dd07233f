// Kernelized sorting: the matching P that maximises tr(K P L P^T), by ascent and by growth from seeds.
#pragma once

#include <vector>

#include "couplet/methods/matching/seeded_assignment.h"

namespace couplet {

/// left -> right; -1: left alone (the shorter side decides how many pairs there are).
using MatchedRows = std::vector<Index>;

/// tr(K P L P^T) / (|K| |L|) for shaped kernels; 0 where a kernel is 0. O(pairs^2), in double.
double normalised_objective(const KernelPair& kernels, const MatchedRows& right_of_left, const Run& run);

/// The start without seeds: both sides in the order of their first principal component. sign -1 turns one of them
/// round. Sides of different sizes: the k-th of n goes with the place k m / n.
MatchedRows principal_order(const KernelPair& kernels, int sign, const Run& run);

/// Evidence for each pair (n x m, standardised) without any known pair: how alike the two objects' similarities to
/// everything else are once sorted, which needs no order of the others. Of sides of different sizes, at the same
/// quantiles. O(n m min(n, m)).
MatrixF profile_evidence(const KernelPair& kernels, const Run& run);

struct Ascent {
  MatchedRows right_of_left;       // the best matching met
  double objective = 0;            // its normalised objective
  std::vector<double> objectives;  // of the mixture after each step: never falls
};

/// Iterated assignment from a matching: Q = argmax <K P L, Q>, then P <- (1 - t) P + t Q, where t in (0, 1] maximises
/// the objective on that line exactly (a quadratic; for positive semi-definite kernels always 1). Ends when Q promises
/// nothing more, or after max_steps. Seeds stay matched. A step costs the changes of Q times n m, and an assignment.
Ascent ascend(const KernelPair& kernels, const MatchedRows& start, const ObjectPairs& seeds, const Run& run,
              int max_steps = 100);

struct Growth {
  bool uniform = false;  // objects not yet in P count evenly (S-U), or not at all (S-Z)
  Sureness sureness = Sureness::margin;
  Index step = 2;                    // matches that enter after each assignment (delta)
  double until = 1;                  // stop once this share of the pairs is in; the other objects stay alone
  int settle = 0;                    // further assignments at most once all are in, until nothing changes
  const MatrixF* surface = nullptr;  // n x m: evidence from outside the kernels, standardised; may be null
  double surface_weight = 0;         // of the surface, beside weights of unit deviation
};

struct Grown {
  MatchedRows right_of_left;
  MatrixF weights;  // n x m: of the last assignment
};

/// Growth from the seeds: weights of the pairs in P (plus surface), assignment, and the k + step surest matches make
/// the next P, until all are in. Without seeds there must be a surface. (n - seeds) / step assignments.
Grown grow(const KernelPair& kernels, const ObjectPairs& seeds, const Growth& growth, const Run& run);

/// The end of a growth: a whole matching, which holds the seeds, is assigned again (1 + growth.settle times at most)
/// until nothing changes.
Grown settle(const KernelPair& kernels, MatchedRows matched, const ObjectPairs& seeds, const Growth& growth,
             const Run& run);

}  // namespace couplet
