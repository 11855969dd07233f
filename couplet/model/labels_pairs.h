// Models that give a pair one of several labels.
#pragma once

#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/model/pairs.h"

namespace couplet {

class LabelsPairs {
 public:
  static constexpr const char* verb = "label pairs";
  virtual ~LabelsPairs() = default;
  /// All labels, two or more.
  virtual const std::vector<std::string>& labels() const = 0;
  /// The label of each pair as a number of labels(); -1 where a side has no word.
  virtual std::vector<int> labels_of(const PairBatch& pairs, const Run& run) const = 0;
};

}  // namespace couplet
