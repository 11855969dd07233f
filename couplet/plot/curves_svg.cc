#include "couplet/plot/curves_svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "couplet/plot/svg.h"

namespace couplet {
namespace {

constexpr std::array<const char*, 8> colours = {"#4477aa", "#cc6677", "#228833", "#ccbb44",
                                                "#66ccee", "#aa3377", "#777777", "#222222"};

bool finite(const std::pair<double, double>& point) {
  return std::isfinite(point.first) && std::isfinite(point.second);
}

}  // namespace

std::string curves_svg(const std::vector<Curve>& curves, const std::string& title, const std::string& x_label,
                       const std::string& y_label) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  SvgCanvas::Range x{infinity, -infinity}, y = x;
  for (const Curve& curve : curves)
    for (const auto& point : curve.points) {
      if (!finite(point)) continue;
      x = {std::min(x.low, point.first), std::max(x.high, point.first)};
      y = {std::min(y.low, point.second), std::max(y.high, point.second)};
    }
  if (x.low > x.high) x = y = {0, 1};
  const double room = y.high > y.low ? 0.05 * (y.high - y.low) : 0.05;
  y = {y.low - room, y.high + room};
  if (x.low == x.high) x = {x.low - 1, x.high + 1};
  SvgCanvas canvas(title, x_label, y_label, x, y, {.legend_above = true});
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const char* colour = colours[c % colours.size()];
    canvas.curve(curves[c].name, curves[c].points, {.colour = colour, .radius = 3});
  }
  return canvas.svg();
}

}  // namespace couplet
