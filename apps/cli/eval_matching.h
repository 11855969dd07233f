// eval --matching: how many pairs of a result are right, and how many right ones it has.
#pragma once

#include <vector>

#include "apps/cli/arguments.h"
#include "couplet/base/run.h"
#include "couplet/eval/estimate.h"

namespace couplet {

/// Reads the result and the gold pairs from the positionals. Pairs noted as seeds count neither as found nor as to be
/// found.
/// precision: of the pairs in the result whose left object has a right partner in the gold; recall: of the gold pairs;
/// f1.
/// covered: of precision the pairs judged, of the others the gold pairs whose left object has a match; total: all of
/// them. Error(data) when there is no gold pair left.
std::vector<MetricReport> evaluate_matching(const Arguments& arguments, const Run& run);

}  // namespace couplet
