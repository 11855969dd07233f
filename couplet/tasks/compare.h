// compare: is one system really better than another.
#pragma once

#include <string>
#include <vector>

#include "couplet/eval/multiple_comparisons.h"
#include "couplet/tasks/gold.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// One metric of the first system and of another.
struct ComparedSystems {
  std::string a, b;
  MetricComparison comparison;
  double adjusted_p = 1;
};

/// The first system against each of the others, p-values adjusted over all of them. picture: as evaluate, of all.
std::vector<ComparedSystems> compare(const std::vector<System>& systems, const Source& gold, const GoldOptions& options,
                                     Adjustment adjustment, const Run& run, const std::string& picture = "");

Task compare_task();

}  // namespace couplet
