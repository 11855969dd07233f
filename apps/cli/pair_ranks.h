// --retrieval: every text of one side looks for its counterpart among all texts of the other.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/arguments.h"
#include "couplet/base/run.h"
#include "couplet/eval/retrieval.h"

namespace couplet {

/// The ranks of the counterparts. pairs: one file, or two. Error(model) when it is no model file or the model cannot
/// embed.
RetrievalRanks retrieval_ranks_of(const Arguments& arguments, const std::string& model, std::vector<std::string> pairs,
                                  const Run& run);

}  // namespace couplet
