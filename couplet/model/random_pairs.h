// Models that know what pairs score that do not belong together.
#pragma once

#include <vector>

namespace couplet {

class ScoresRandomPairs {
 public:
  static constexpr const char* verb = "say what random pairs score";
  virtual ~ScoresRandomPairs() = default;
  /// Scores of training pairs that the model kept, re-paired: one for every two that are no pair. Empty: it kept fewer
  /// than two.
  virtual std::vector<double> random_scores() const = 0;
};

}  // namespace couplet
