// How many pairs of a corpus are wrong, by the probabilities of all of them.
#pragma once

#include <span>
#include <vector>

#include "couplet/base/run.h"

namespace couplet {

/// What keeping the pairs from one probability on would do.
struct CutPoint {
  double probability = 0;
  double kept = 0;        // share of all pairs
  double wrong_kept = 0;  // share of the kept ones that are wrong
  double good_lost = 0;   // share of the good ones that are dropped
};

struct ShareOfWrong {
  double wrong = 0, low = 0, high = 1;  // with a 95 % interval by resampling the pairs
};

/// log_odds: of the pairs of a corpus, as if half of them were good. The share of good ones is the fixed point of
/// expectation-maximisation (Saerens and others 2002).
ShareOfWrong share_of_wrong(std::span<const double> log_odds, const Run& run);

/// For probabilities .1 to .9, .95 and .99; `probabilities` are final.
std::vector<CutPoint> cut_points(std::span<const double> probabilities);

}  // namespace couplet
