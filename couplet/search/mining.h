// Finding pairs in two collections of texts: those that are each other's nearest.
#pragma once

#include <vector>

#include "couplet/search/margin.h"

namespace couplet {

struct MinedPair {
  Index left = 0, right = 0;
  double score = 0;
};

/// Pairs of a left and a right text of which each is the other's nearest, best first (equal scores: by left row). left:
/// n x d, right: m x d; texts that are not known are in no pair; of equally near texts the first counts. Scores in
/// blocks of 256 rows. Same result at any thread count. Throws as margin_divisors, and Error(internal) when the shapes
/// do not fit.
std::vector<MinedPair> mutual_nearest(const MatrixD& left, const MatrixD& right, const std::vector<bool>& left_known,
                                      const std::vector<bool>& right_known, const PairScoring& scoring, const Run& run);

}  // namespace couplet
