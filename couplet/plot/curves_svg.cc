#include "couplet/plot/curves_svg.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/plot/svg.h"

namespace couplet {
namespace {

constexpr double thinnest = 1.8, most_thicker = 10;

bool finite(const std::pair<double, double>& point) {
  return std::isfinite(point.first) && std::isfinite(point.second);
}

/// The x of all points, ascending, each once.
std::vector<double> places_on_axis(const std::vector<Curve>& curves) {
  std::vector<double> all;
  for (const Curve& curve : curves)
    for (const auto& point : curve.points)
      if (finite(point)) all.push_back(point.first);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Whether each is at least half as much again as the one before it.
bool multiplies(const std::vector<double>& ascending) {
  if (ascending.size() < 3 || ascending[0] <= 0) return false;
  for (std::size_t i = 1; i < ascending.size(); ++i)
    if (ascending[i] < 1.5 * ascending[i - 1]) return false;
  return true;
}

SvgCanvas::Range y_range(const std::vector<Curve>& curves) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  SvgCanvas::Range y{infinity, -infinity};
  for (const Curve& curve : curves)
    for (const auto& point : curve.points)
      if (finite(point)) y = {std::min(y.low, point.second), std::max(y.high, point.second)};
  if (y.low > y.high) return {0, 1};
  const double room = y.high > y.low ? 0.12 * (y.high - y.low) : 0.05;
  return {y.low - room, y.high + room};
}

/// Beside the point, towards the middle of the plot.
void write_beside(SvgCanvas& canvas, const CurveMark& mark, SvgCanvas::Range x) {
  const double at = canvas.px(mark.point.first);
  const bool on_the_right = at > (canvas.px(x.low) + canvas.px(x.high)) / 2;
  canvas.add(svg_text(at + (on_the_right ? 9 : -9), canvas.py(mark.point.second) - 15, mark.text,
                      on_the_right ? "end" : "start", palette::ink, 12, true));
}

}  // namespace

std::string curves_svg(const std::vector<Curve>& curves, const CurvesText& text, const std::optional<CurveMark>& mark) {
  const std::vector<double> places = places_on_axis(curves);
  SvgPage page;
  std::vector<std::string> names;
  for (const Curve& curve : curves) names.push_back(curve.name);
  page.legend_lines = legend_lines(names, page.width);
  SvgCanvas::Range x{0, 1};
  if (places.size() == 1) x = {places[0] - 1, places[0] + 1};
  if (places.size() > 1) x = {places.front(), places.back()};
  if (multiplies(places)) {
    page.log_x = true;
    page.x_ticks = places;
    x = {x.low / 1.1, x.high * 1.1};  // markers stay off the edges
  }
  SvgCanvas canvas(text.title, text.x_label, text.y_label, x, y_range(curves), page);
  const bool marked = mark && finite(mark->point);
  if (marked)
    canvas.add(svg_marker(canvas.px(mark->point.first), canvas.py(mark->point.second),
                          {.colour = palette::ink, .radius = 11, .hollow = true}));
  const double step = curves.size() > 1 ? std::min(3.0, most_thicker / static_cast<double>(curves.size() - 1)) : 0;
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const double thicker = step * static_cast<double>(curves.size() - 1 - c);
    canvas.curve(curves[c].name, curves[c].points,
                 {.colour = palette::curves[c % palette::curves.size()], .radius = 3 + 0.6 * thicker},
                 thinnest + thicker);
  }
  if (marked) write_beside(canvas, *mark, x);
  return canvas.svg();
}

}  // namespace couplet
