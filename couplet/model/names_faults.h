// Models that can say what is wrong with a pair.
#pragma once

#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/model/pairs.h"

namespace couplet {

class NamesFaults {
 public:
  static constexpr const char* verb = "name the faults of pairs";
  virtual ~NamesFaults() = default;
  /// What speaks most against each pair, in a few words, however little that is.
  virtual std::vector<std::string> faults(const PairBatch& pairs, const Run& run) const = 0;
};

}  // namespace couplet
