// ROC and precision-recall curves, side by side.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace couplet {

/// The curves of one system; points of both have x and y from 0 to 1.
struct OperatingCurves {
  std::string name;                               // for the legend
  std::vector<std::pair<double, double>> roc;     // fallout, recall
  std::vector<std::pair<double, double>> recall;  // recall, precision
};

/// Both plots as one self-contained SVG. share: of right items among all, what precision is by chance. Points nearer
/// than half a pixel to the one before are left out. Same input, same bytes.
std::string operating_svg(const std::vector<OperatingCurves>& systems, double share, const std::string& title);

}  // namespace couplet
