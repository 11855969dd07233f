// Curves over one axis: how a figure changes with a setting.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace couplet {

struct Curve {
  std::string name;                               // for the legend
  std::vector<std::pair<double, double>> points;  // x ascending
};

struct CurvesText {
  std::string title, x_label, y_label;
};

/// A point to be ringed, and what is written beside it.
struct CurveMark {
  std::pair<double, double> point;
  std::string text;
};

/// The curves in one plot, as self-contained SVG, each with a colour of its own (they repeat after eight) and thinner
/// than the one before it, so that curves that lie on each other are all seen. Where every x is at least half as much
/// again as the one before it, the axis is logarithmic, with ticks at the values. Points that are not finite are left
/// out. Same input, same bytes.
std::string curves_svg(const std::vector<Curve>& curves, const CurvesText& text,
                       const std::optional<CurveMark>& mark = {});

}  // namespace couplet
