// The curve of a sweep: how good a matching is against the power of the smoothing.
#pragma once

#include <span>
#include <string>

namespace couplet {

/// Objective (0 to 1, left axis) against p as a line with markers, and, unless `recovered` is empty, the share of the
/// gold pairs found at each p as a second one. chosen: the p marked by a dashed line. All spans of one length; finite
/// values.
std::string sweep_svg(std::span<const double> powers, std::span<const double> objectives,
                      std::span<const double> recovered, double chosen, const std::string& title);

}  // namespace couplet
