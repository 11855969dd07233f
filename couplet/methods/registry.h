// Every method there is. A new method adds one line to registry.cc.
#pragma once

#include <span>

#include "couplet/model/method.h"

namespace couplet {

/// The methods, in the order of help. Lives as long as the program.
std::span<const Method> all_methods();

}  // namespace couplet
