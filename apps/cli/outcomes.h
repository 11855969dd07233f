// How a system does on each item by itself: what paired tests compare.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/arguments.h"
#include "couplet/base/run.h"

namespace couplet {

/// The values whose mean is a metric, one an item.
struct ItemOutcomes {
  std::string metric;
  std::vector<double> values;
  bool decisions = false;  // each is 0 or 1
};

/// True when --questions, --opposites, --analogy or --retrieval is given. Error(usage) when more than one is, or beside
/// what says otherwise what is right.
bool asks_for_outcomes(const Arguments& arguments);

/// What the system, a model file, makes of each item of `gold`. An item that it does not know counts as wrong.
std::vector<ItemOutcomes> outcomes_of(const Arguments& arguments, const std::string& system, const std::string& gold,
                                      const Run& run);

}  // namespace couplet
