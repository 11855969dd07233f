// --opposites: how well a model answers closest-opposite questions.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/arguments.h"
#include "couplet/base/run.h"
#include "couplet/eval/bootstrap.h"
#include "couplet/eval/estimate.h"
#include "couplet/methods/opposites/questions.h"

namespace couplet {

/// The questions of a file as a model answers them. Warns of the words that the model does not know; a note (--verbose)
/// says which way the others were had. Error(data) when no question can be attempted.
OppositeReport answered_opposites(const Arguments& arguments, const std::string& model, const std::string& questions,
                                  const Run& run);

/// "precision" (of the questions attempted), "recall" (of all) and "f1".
std::vector<MetricReport> opposite_report(const OppositeReport& answered, const BootstrapOptions& options,
                                          const Run& run);

}  // namespace couplet
