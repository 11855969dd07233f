// Kinds of failure as the words that JSON carries.
#pragma once

#include <string>

#include "couplet/base/error.h"

namespace couplet {

/// "usage", "data", ...
std::string error_word(ErrorCode code);

}  // namespace couplet
