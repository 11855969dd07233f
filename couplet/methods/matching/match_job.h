// Matching two collections, whichever way: what `couplet match` calls.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "couplet/methods/matching/collections.h"
#include "couplet/methods/matching/evidence.h"
#include "couplet/methods/matching/sweep.h"
#include "couplet/model/fit_report.h"

namespace couplet {

/// Objects a side that are matched with all similarities; beyond, by neighbours.
inline constexpr Index most_dense_objects = 5000;

struct Matching {
  std::vector<Match> matches;     // by left; without the objects left over
  FitReport report;               // p, objective, ...
  bool chance = false;            // the whole matching cannot be told from chance
  std::vector<SweepPoint> curve;  // of methods that sweep p
  // What the weights are made of, for explain and one-to-many; empty when matched by neighbours (by mcca, the kernels).
  MatrixF weights;     // n x m, standardised, surface included
  KernelPair kernels;  // behind them, without diagonals
  MatrixF surface;     // standardised, or empty
  double surface_weight = 0;
};

/// Matches left with right. Seeds: in range, none twice (check_object_pairs). Error(usage) for a method that needs
/// seeds and has none, or a surface, kernel or Gram matrix that does not go with the collections.
Matching match_collections(const Collection& left, const Collection& right, const ObjectPairs& seeds,
                           const MatchOptions& options, const Run& run);

/// Why a pair has its weight.
struct Support {
  std::string kind;             // match: another match; means: what the objects have with everything; surface
  Index left = -1, right = -1;  // the supporting match
  double value = 0;
};
/// The terms that the weight of (left, right) is the sum of, the largest first: one for each other match. Error(usage)
/// when matched by mcca or by neighbours.
std::vector<Support> explain_match(const Matching& matching, Index left, Index right);

/// Further pairs for --one-to-many: those whose share of the row reaches `least` (shares as in judge_matches, of the
/// row alone); by left, then falling share.
std::vector<Match> further_matches(const Matching& matching, double least);

}  // namespace couplet
