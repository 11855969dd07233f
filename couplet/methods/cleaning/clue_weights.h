// From clues to the probability that a pair is good: an additive model, each part of which can only fall as its clue
// grows.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/cleaning/clues.h"

namespace couplet {

/// ln odds that a pair is good = start - sum over clues of a part that rises from piece to piece of the clue's range.
class ClueWeights {
 public:
  static constexpr std::size_t pieces = 6;
  static constexpr std::size_t slope_count = clue_count * pieces;

  ClueWeights() : slopes_(slope_count, 0) {}
  /// Error(model) for slopes below 0 or of another number.
  ClueWeights(double start, std::span<const double> slopes);

  /// What each clue takes off, >= 0.
  std::array<double, clue_count> parts(const ClueValues& values) const;
  double log_odds(const ClueValues& values) const;
  double start() const { return start_; }
  std::span<const double> slopes() const { return slopes_; }
  ClueWeights shifted(double by) const;
  /// With the slopes of one clue taken from `other`; a pair with the value 0 keeps its log odds.
  ClueWeights with(Clue clue, const ClueWeights& other) const;

  /// Logistic regression with slopes >= 0 and a ridge, by accelerated projected gradients. labels: 1 good, 0 bad;
  /// weights: of each. from: where to begin, if something like it is known; fewer steps do then. Same bits at any
  /// thread count.
  static ClueWeights learn(std::span<const ClueValues> values, std::span<const double> labels,
                           std::span<const double> weights, double ridge, const Run& run,
                           const ClueWeights* from = nullptr);

 private:
  double start_ = 0;
  std::vector<double> slopes_;  // clues x pieces
};

}  // namespace couplet
