// What deciding "right" from a score on finds and lets through, at every score: the points of ROC and
// precision-recall curves.
#pragma once

#include <span>
#include <vector>

namespace couplet {

struct OperatingPoint {
  double fallout = 0;    // share of the wrong items that are decided right
  double recall = 0;     // share of the right ones
  double precision = 1;  // share of right ones among those decided right
};

/// From the highest score to the lowest, one point a different score; no score (NaN) is the lowest. labels: 0 or 1, as
/// many as scores. Empty when all labels are equal. O(n log n).
std::vector<OperatingPoint> operating_points(std::span<const double> scores, std::span<const int> labels);

}  // namespace couplet
