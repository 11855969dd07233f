#include "couplet/plot/operating_svg.h"

#include <fmt/format.h>

#include <cmath>

#include "couplet/plot/svg.h"

namespace couplet {
namespace {

using Points = std::vector<std::pair<double, double>>;

constexpr double panel = 470;  // pixels a side, of both

/// On the page, without points that nobody could tell from the one before; the last is kept.
Points seen(const SvgCanvas& canvas, const Points& points) {
  Points result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::pair place(canvas.px(points[i].first), canvas.py(points[i].second));
    const bool near =
        !result.empty() && std::hypot(place.first - result.back().first, place.second - result.back().second) < 0.5;
    if (!near || i + 1 == points.size()) result.push_back(place);
  }
  return result;
}

std::string panel_svg(const std::string& title, const std::string& x_label, const std::string& y_label,
                      const std::vector<OperatingCurves>& systems, Points OperatingCurves::*points,
                      const Points& by_chance) {
  SvgPage page{.width = panel, .height = panel};
  std::vector<std::string> names;
  for (const OperatingCurves& system : systems) names.push_back(system.name);
  page.legend_lines = legend_lines(names, page.width);
  SvgCanvas canvas(title, x_label, y_label, {0, 1}, {0, 1}, page);
  canvas.line(by_chance[0].first, by_chance[0].second, by_chance[1].first, by_chance[1].second, palette::grey, true);
  for (std::size_t s = 0; s < systems.size(); ++s) {
    const std::string_view colour = palette::curves[s % palette::curves.size()];
    canvas.add(svg_polyline(seen(canvas, systems[s].*points), colour, 1.8));
    canvas.legend(systems[s].name, colour, Marker::box);
  }
  return canvas.svg();
}

/// The same picture at another place of a larger one.
std::string moved(const std::string& svg, double x, double y) {
  return fmt::format("<svg x=\"{:g}\" y=\"{:g}\"{}", x, y, svg.substr(4));
}

}  // namespace

std::string operating_svg(const std::vector<OperatingCurves>& systems, double share, const std::string& title) {
  const std::string roc = panel_svg(title + ": right against wrong ones", "share of the wrong that score as high",
                                    "share of the right found", systems, &OperatingCurves::roc, {{0, 0}, {1, 1}}),
                    recall = panel_svg(title + ": precision and recall", "share of the right found",
                                       "share of right ones among those that score as high", systems,
                                       &OperatingCurves::recall, {{0, share}, {1, share}});
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" height=\"{1:g}\" "
             "role=\"img\" aria-label=\"{2}\">\n",
             2 * panel, panel, svg_escaped(title)) +
         moved(roc, 0, 0) + moved(recall, panel, 0) + "</svg>\n";
}

}  // namespace couplet
