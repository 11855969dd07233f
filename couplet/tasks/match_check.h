// Which options of match go together.
#pragma once

#include "couplet/methods/matching/collections.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// Error(usage) for options that make no sense together, and for those that the method, or what is shown, does not use.
void check_match(const Request& request);

/// Error(usage) for options that this kind of collections does not use.
void check_match_data(const Request& request, const Collection& left, const Collection& right);

}  // namespace couplet
