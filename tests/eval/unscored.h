// What stands for no score.
#pragma once

#include <limits>

namespace couplet {

inline constexpr double unscored = std::numeric_limits<double>::quiet_NaN();

}  // namespace couplet
