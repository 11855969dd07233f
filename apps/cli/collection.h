// A collection of texts, one a line, or of .npy rows: queries, candidates, things to embed.
#pragma once

#include <string>

#include "apps/cli/arguments.h"
#include "couplet/base/run.h"
#include "couplet/model/capabilities.h"

namespace couplet {

/// All items of a file. Texts are checked to be UTF-8. Error(data) when it is empty.
Items read_collection(const std::string& path, const Run& run);

/// --side: left or right.
Side side_option(const Arguments& arguments);

}  // namespace couplet
