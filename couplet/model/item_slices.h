// Some of the items of a batch.
#pragma once

#include "couplet/model/pairs.h"

namespace couplet {

/// Items [first, first + count).
Items slice(const Items& items, Index first, Index count);

}  // namespace couplet
