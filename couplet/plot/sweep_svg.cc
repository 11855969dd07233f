#include "couplet/plot/sweep_svg.h"

#include <algorithm>

#include "couplet/plot/svg.h"

namespace couplet {
namespace {

constexpr std::string_view objective_colour = "#4477aa", recovered_colour = "#cc6677", chosen_colour = "#777777";

void draw_curve(SvgCanvas& canvas, std::span<const double> x, std::span<const double> y, std::string_view colour,
                Marker marker) {
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (k > 0) canvas.line(x[k - 1], y[k - 1], x[k], y[k], colour);
    canvas.add(svg_marker(canvas.px(x[k]), canvas.py(y[k]), {.marker = marker, .colour = colour, .radius = 2.5}));
  }
}

}  // namespace

std::string sweep_svg(std::span<const double> powers, std::span<const double> objectives,
                      std::span<const double> recovered, double chosen, const std::string& title) {
  const double last = powers.empty() ? 1 : std::max(1.0, powers.back());
  double low = 0;
  for (const double value : objectives) low = std::min(low, value);
  SvgCanvas canvas(title, "p", recovered.empty() ? "normalised objective" : "normalised objective; share recovered",
                   {0, last}, {low, 1});
  canvas.line(chosen, low, chosen, 1, chosen_colour, true);
  draw_curve(canvas, powers, objectives, objective_colour, Marker::circle);
  canvas.legend("objective", objective_colour, Marker::circle);
  if (!recovered.empty()) {
    draw_curve(canvas, powers, recovered, recovered_colour, Marker::triangle);
    canvas.legend("recovered", recovered_colour, Marker::triangle);
  }
  return canvas.svg();
}

}  // namespace couplet
