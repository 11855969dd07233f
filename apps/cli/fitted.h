// The end of every verb that makes a model: save it, then say how it went.
#pragma once

#include <string>

#include "apps/cli/arguments.h"
#include "couplet/model/method.h"

namespace couplet {

/// The value of --output; Error(usage) when it is not given.
std::string output_path(const Arguments& arguments);

/// Saves the model under `path` and prints the report, a row an entry (one object with --json).
void finish_fitted(const Arguments& arguments, const Fitted& fitted, const std::string& path);

}  // namespace couplet
