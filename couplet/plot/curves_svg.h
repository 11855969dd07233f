// Curves over one axis: how a figure changes with a setting.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace couplet {

struct Curve {
  std::string name;                               // for the legend
  std::vector<std::pair<double, double>> points;  // x ascending
};

/// The curves in one plot, as self-contained SVG, each with a colour of its own (they repeat after eight). Points that
/// are not finite are left out. Same input, same bytes.
std::string curves_svg(const std::vector<Curve>& curves, const std::string& title, const std::string& x_label,
                       const std::string& y_label);

}  // namespace couplet
