// What we recommend: several ways tried, the one chosen that finds seeds it was not shown.
#pragma once

#include <string>

#include "couplet/methods/matching/repeats.h"

namespace couplet {

struct AutoMatch {
  MatchedRows right_of_left;
  MatrixF weights;            // n x m, standardised: what the matches are judged by
  KernelPair kernels;         // those behind the weights, without diagonals, for explain
  double surface_weight = 0;  // of the surface in the weights, beside kernels of unit deviation
  std::string way;            // the way chosen: "grown, p = 1, with surface"
  double found = -1;          // how well it found held-out seeds: mean reciprocal rank; -1: not measured
  Rematch again;              // this way on any part of the collections
  Weigh weigh;                // the weights of any matching, on any part
};

/// kernels: one pair, or several to choose from (the widths of a Gaussian); entries >= 0. surface: standardised
/// evidence of pairs, or null. One matching, or two to choose from: with the surface first, then by kernels alone.
///
/// The surface is used when it puts the seeds (at least 4) where they belong; where they leave that open, and without
/// seeds, when the matching it makes by itself agrees with the kernels far better than re-paired ones do. Then growths
/// by margin with more or less surface, and without, are each run with fifths of the seeds left out in turn, and the
/// mean reciprocal rank of those decides; of ways within 0.03 of the best, the objectives of the kernels. By kernels
/// alone (not tried beside a surface beyond 1000 objects, where it takes long): sweeps over p and growths, as they are
/// and polished with the plain kernels without diagonals; the matching whose objectives under all kernels, as shares of
/// the best there, add up to the most. With seeds, what is found without them (seeds put in at the end) is always one
/// of the ways, so that seeds do not make it worse.
std::vector<AutoMatch> match_auto(const std::vector<KernelPair>& kernels, const MatrixF* surface,
                                  const ObjectPairs& seeds, const Run& run);

}  // namespace couplet
