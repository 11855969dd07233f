// How many pairs of a corpus are wrong, by the probabilities of all of them.
#pragma once

#include <cmath>
#include <cstdint>
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
  /// ln of the odds that any pair is good.
  double prior() const { return std::log((1 - wrong) / wrong); }
};

/// log_odds: of the pairs of a corpus, as if half of them were good. The share of good ones is the fixed point of
/// expectation-maximisation (Saerens and others 2002).
ShareOfWrong share_of_wrong(std::span<const double> log_odds, const Run& run);

/// How the probabilities of many pairs are spread, in a thousand bins.
class ProbabilityBins {
 public:
  static constexpr std::size_t bins = 1000;
  void add(double probability);
  std::int64_t count() const { return count_; }
  std::span<const std::int64_t> counts() const { return counts_; }
  /// Share of wrong pairs: one less the mean probability.
  double wrong() const { return count_ > 0 ? 1 - sum_ / static_cast<double>(count_) : 0; }
  CutPoint cut_at(double probability) const;

 private:
  std::vector<std::int64_t> counts_ = std::vector<std::int64_t>(bins, 0);
  std::vector<double> sums_ = std::vector<double>(bins, 0);
  double sum_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace couplet
