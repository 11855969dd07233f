// eval: metrics with confidence intervals.
#pragma once

#include <vector>

#include "couplet/tasks/gold.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// Every metric of the gold data's kind. picture: write ROC and precision-recall curves there (SVG).
std::vector<MetricReport> evaluate(const System& system, const Source& gold, const GoldOptions& options, const Run& run,
                                   const std::string& picture = "");

/// The system that a word of a request stands for: a model file, or another file, which holds its answers.
System system_of(const Request& request, const std::string& word);

Task evaluate_task();

}  // namespace couplet
