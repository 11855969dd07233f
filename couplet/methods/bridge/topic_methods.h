// The topic methods of the bridge.
#pragma once

#include <vector>

#include "couplet/model/method.h"

namespace couplet {

/// jplsa, cplsa.
std::vector<Method> topic_methods();

}  // namespace couplet
