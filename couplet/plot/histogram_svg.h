// The picture of a filter: how the scores are spread and where the cut is.
#pragma once

#include <span>
#include <string>

namespace couplet {

/// A histogram of `values` in two colours: kept[i] != 0 and not. cut: the value of the dashed line, NaN for none.
/// Values far out (beyond the 0.2 % at either end) count in the first and last bar, so that a few of them do not
/// flatten the picture.
std::string histogram_svg(std::span<const double> values, std::span<const char> kept, double cut,
                          const std::string& title, const std::string& x_label);

}  // namespace couplet
