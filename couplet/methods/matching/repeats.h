// Matching again without a part of the objects: what is found again can be believed.
#pragma once

#include <functional>
#include <vector>

#include "couplet/methods/matching/evidence.h"
#include "couplet/methods/matching/forbidden.h"
#include "couplet/methods/matching/kernelized_sorting.h"
#include "couplet/methods/matching/surface.h"

namespace couplet {

/// One way to match, on the whole or on a part of the collections; surface: standardised evidence, or null.
using Rematch = std::function<MatchedRows(const std::vector<KernelPair>& kernels, const MatrixF* surface,
                                          const ObjectPairs& seeds, const Run& run)>;

/// What is repeated.
struct Repeated {
  const std::vector<KernelPair>& kernels;
  const SurfaceTerms* surface = nullptr;  // where the way uses it
  const ObjectPairs& seeds;
  const ObjectPairs& forbidden;
  const Weigh& weigh;  // for forbidden pairs: may be empty where there are none
};

struct Agreement {
  std::vector<double> again;  // by left row: the share of the repeats with this object that gave it the same partner,
                              // less what chance gives; 0 for objects left alone
  double mean = 0;            // over the matches without a seed
  int repeats = 0;
  Index seeds_tried = 0, seeds_found = 0;  // seeds withheld, and those found all the same
};

/// Repeats a matching 8 times (4 times from 1000 pairs on, twice from 2500 on), each time without a random quarter of
/// its pairs, with a third of the seeds withheld and with the surface's terms drawn anew with replacement. A right
/// matching is found again; one of the many that fit as well as each other is not. Ends earlier when the repeats agree
/// that nearly all is found again or nearly nothing, or when less than `needed` must come out. Depends on run.seed.
Agreement repeat_matching(const MatchedRows& right_of_left, const Repeated& what, const Rematch& rematch, double needed,
                          const Run& run);

/// How likely a match is right: by its share of the weights of its row and column (judge_matches), by how often it was
/// found again, and by how much of the whole was. Fitted to sets whose pairs are known; see docs/methods/matching.md.
double confidence_of(double share, double again, const Agreement& all);

}  // namespace couplet
