#include "couplet/plot/sweep_svg.h"

#include <fmt/format.h>

#include <algorithm>

#include "couplet/plot/svg.h"

namespace couplet {
namespace {

/// y over x, as a canvas takes it.
std::vector<std::pair<double, double>> points_of(std::span<const double> x, std::span<const double> y) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t k = 0; k < x.size(); ++k) points.emplace_back(x[k], y[k]);
  return points;
}

}  // namespace

std::string sweep_svg(std::span<const double> powers, std::span<const double> objectives,
                      std::span<const double> recovered, double chosen, const std::string& title) {
  const double last = powers.empty() ? 1 : std::max(1.0, powers.back());
  double low = 0;
  for (const double value : objectives) low = std::min(low, value);
  SvgCanvas canvas(title, "p", recovered.empty() ? "normalised objective" : "normalised objective; share recovered",
                   {0, last}, {low, 1});
  canvas.line(chosen, low, chosen, 1, palette::mark, true);
  const bool right = chosen > last / 2;
  canvas.add(svg_text(canvas.px(chosen) + (right ? -6 : 6), canvas.py(low) - 8, fmt::format("best p {:g}", chosen),
                      right ? "end" : "start", palette::ink, 12, true));
  canvas.curve("objective", points_of(powers, objectives), {.colour = palette::blue, .radius = 2.5});
  if (!recovered.empty())
    canvas.curve("recovered", points_of(powers, recovered),
                 {.marker = Marker::triangle, .colour = palette::red, .radius = 2.5});
  return canvas.svg();
}

}  // namespace couplet
