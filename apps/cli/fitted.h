// Models on their way to a file, and plans of what would be done.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/cli/output.h"
#include "couplet/model/method.h"

namespace couplet {

/// Saves the model and prints its report.
void save_fitted(const Fitted& fitted, const std::string& path, Output& output);

/// A report by itself, an entry a row.
void print_report(const FitReport& report, const std::string& kind, Output& output);

/// What --dry-run promises, a row each: {"read", "train.tsv, 1.2 MB"}, {"memory", "300 MB"}, {"write", ...}.
void print_plan(Output& output, const std::vector<std::pair<std::string, std::string>>& steps);

}  // namespace couplet
