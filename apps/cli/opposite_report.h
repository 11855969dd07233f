// eval --opposites: how well a model answers closest-opposite questions.
#pragma once

#include <vector>

#include "apps/cli/arguments.h"
#include "couplet/base/run.h"
#include "couplet/eval/bootstrap.h"
#include "couplet/eval/estimate.h"

namespace couplet {

/// "precision" (of the questions attempted), "recall" (of all) and "f1" of the questions in the second positional
/// argument, by the model in the first. Warns of the words that the model does not know; a note (--verbose) says which
/// way the others were had. Error(data) when no question can be attempted.
std::vector<MetricReport> opposite_report(const Arguments& arguments, const BootstrapOptions& options, const Run& run);

}  // namespace couplet
