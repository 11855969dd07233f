#include "couplet/plot/sweep_svg.h"

#include <algorithm>

#include "couplet/plot/svg.h"

namespace couplet {
namespace {

constexpr std::string_view objective_colour = "#4477aa", recovered_colour = "#cc6677", chosen_colour = "#777777";

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
  canvas.line(chosen, low, chosen, 1, chosen_colour, true);
  canvas.curve("objective", points_of(powers, objectives), {.colour = objective_colour, .radius = 2.5});
  if (!recovered.empty())
    canvas.curve("recovered", points_of(powers, recovered),
                 {.marker = Marker::triangle, .colour = recovered_colour, .radius = 2.5});
  return canvas.svg();
}

}  // namespace couplet
