// eval --retrieval: every text of one side looks for its counterpart among all texts of the other.
#pragma once

#include <vector>

#include "apps/cli/arguments.h"
#include "couplet/base/run.h"
#include "couplet/eval/estimate.h"

namespace couplet {

/// Reads the model and the pairs (one file, or two) from the positionals. Error(usage) beside --lists, --label or --value; Error(model)
/// when the first is a file of scores or the model cannot embed.
std::vector<MetricReport> evaluate_retrieval(const Arguments& arguments, const Run& run);

}  // namespace couplet
