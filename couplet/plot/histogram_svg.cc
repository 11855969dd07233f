#include "couplet/plot/histogram_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "couplet/plot/histogram.h"
#include "couplet/plot/svg.h"

namespace couplet {
namespace {

/// What of the values is drawn to scale.
SvgCanvas::Range range_of(const std::vector<double>& sorted, const HistogramMarks& marks) {
  const std::size_t count = sorted.size();
  const double lower = sorted[count / 4], upper = sorted[count - 1 - count / 4], spread = upper - lower;
  SvgCanvas::Range range{sorted.front(), sorted.back()};
  if (!(spread > 0) || !std::isfinite(spread)) return range;
  const double margin = 0.5 * spread;
  SvgCanvas::Range shown{lower - 3 * spread, upper + 3 * spread};
  for (const double mark : {marks.cut, marks.random})
    if (mark > lower - 12 * spread && mark < upper + 12 * spread)
      shown = {std::min(shown.low, mark - margin), std::max(shown.high, mark + margin)};
  // A round number, as it is written below a bar; and no bar for what lies just outside.
  const double step = axis_tick_step(shown.low, shown.high, 10);
  if (range.low < shown.low - margin) range.low = std::floor(shown.low / step) * step;
  if (range.high > shown.high + margin) range.high = std::ceil(shown.high / step) * step;
  return range;
}

/// Bars of kept on top of dropped.
class Bars {
 public:
  Bars(const std::vector<double>& kept, const std::vector<double>& dropped, const std::vector<double>& edges)
      : kept_(make_histogram(kept, edges)), dropped_(make_histogram(dropped, edges)) {}

  double highest() const {
    double top = 1;
    for (std::size_t i = 0; i < kept_.counts.size(); ++i) top = std::max(top, height(i));
    return top;
  }
  double height(std::size_t i) const { return static_cast<double>(kept_.counts[i] + dropped_.counts[i]); }
  void draw(SvgCanvas& canvas, std::size_t i, SvgCanvas::Range x) const {
    const double d = static_cast<double>(dropped_.counts[i]), all = height(i);
    if (d > 0) canvas.bar(x, {0, d}, palette::red);
    if (all > d) canvas.bar(x, {d, all}, palette::blue);
  }

 private:
  Histogram kept_, dropped_;
};

}  // namespace

std::string histogram_svg(std::span<const double> values, std::span<const char> kept, const HistogramMarks& marks,
                          const std::string& title, const std::string& x_label) {
  std::vector<double> all, keep, drop;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    all.push_back(values[i]);
    (kept[i] ? keep : drop).push_back(values[i]);
  }
  if (all.empty()) all = {0, 1};  // axes, and no bar
  std::sort(all.begin(), all.end());
  const SvgCanvas::Range range = range_of(all, marks);
  const bool below = all.front() < range.low;
  const bool above = all.back() > range.high;
  std::vector<double> shown{range.low, range.high};  // so that the bins end there
  std::copy_if(all.begin(), all.end(), std::back_inserter(shown),
               [&](double v) { return v >= range.low && v <= range.high; });
  std::vector<double> edges = make_histogram(shown).edges;
  const double width = edges[1] - edges[0];
  const std::size_t first = below ? 1 : 0, last = edges.size() - 1 + first;  // bins to scale: [first, last)
  if (below) edges.insert(edges.begin(), all.front());
  if (above) edges.push_back(std::nextafter(all.back(), INFINITY));

  const Bars bars(keep, drop, edges);
  const double top = 1.15 * bars.highest();
  SvgPage page;
  const SvgCanvas::Range x{edges[first] - (below ? 3 * width : 0), edges[last] + (above ? 3 * width : 0)};
  page.x_ticks = axis_ticks(edges[first], edges[last], 8);
  SvgCanvas canvas(title, x_label, "pairs", x, {0, top}, page);
  for (std::size_t i = first; i < last; ++i) bars.draw(canvas, i, {edges[i], edges[i + 1]});
  if (below) {
    bars.draw(canvas, 0, {x.low, x.low + 2 * width});
    canvas.label(x.low, bars.height(0) + 0.02 * top, fmt::format("{} below {:g}", bars.height(0), edges[first]),
                 "start");
  }
  if (above) {
    bars.draw(canvas, last, {x.high - 2 * width, x.high});
    canvas.label(x.high, bars.height(last) + 0.02 * top, fmt::format("{} above {:g}", bars.height(last), edges[last]),
                 "end");
  }
  const auto mark = [&](double at, const char* name, std::string_view colour, double height) {
    if (!(at > edges[first] && at < edges[last])) return;
    canvas.line(at, 0, at, top, colour, true);
    const bool right = canvas.px(at) > page.width / 2;
    canvas.add(svg_text(canvas.px(at) + (right ? -6 : 6), canvas.py(height * top) + 4,
                        fmt::format("{} {:.3g}", name, at), right ? "end" : "start", palette::ink, 12, true));
  };
  mark(marks.random, "random pairs", palette::axis, 0.9);
  mark(marks.cut, "cut at", palette::mark, 0.97);
  canvas.legend(fmt::format("kept: {}", keep.size()), palette::blue);
  canvas.legend(fmt::format("dropped: {}", drop.size()), palette::red);
  if (const std::size_t scored = keep.size() + drop.size(); scored < values.size())
    canvas.legend(fmt::format("not scored: {}", values.size() - scored), palette::grey, Marker::box, true);
  return canvas.svg();
}

}  // namespace couplet
