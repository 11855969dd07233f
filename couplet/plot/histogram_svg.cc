#include "couplet/plot/histogram_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "couplet/plot/histogram.h"
#include "couplet/plot/svg.h"

namespace couplet {

std::string histogram_svg(std::span<const double> values, std::span<const char> kept, double cut,
                          const std::string& title, const std::string& x_label) {
  constexpr const char *kept_colour = "#4477aa", *dropped_colour = "#cc6677";
  std::vector<double> all, keep, drop;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    all.push_back(values[i]);
    (kept[i] ? keep : drop).push_back(values[i]);
  }
  std::sort(all.begin(), all.end());
  const std::size_t tail = all.size() / 500;
  const Histogram whole = make_histogram(std::span(all).subspan(tail, all.size() - 2 * tail));
  const bool empty = whole.edges.empty();
  const Histogram lower = empty ? whole : make_histogram(drop, whole.edges),
                  upper = empty ? whole : make_histogram(keep, whole.edges);
  double top = 1;
  for (std::size_t i = 0; i < whole.counts.size(); ++i)
    top = std::max(top, static_cast<double>(lower.counts[i] + upper.counts[i]));
  SvgCanvas canvas(title, x_label, "pairs", {empty ? 0 : whole.edges.front(), empty ? 1 : whole.edges.back()},
                   {0, 1.05 * top});
  for (std::size_t i = 0; i < whole.counts.size(); ++i) {
    const SvgCanvas::Range x{whole.edges[i], whole.edges[i + 1]};
    const double d = static_cast<double>(lower.counts[i]), k = static_cast<double>(upper.counts[i]);
    if (d > 0) canvas.bar(x, {0, d}, dropped_colour);
    if (k > 0) canvas.bar(x, {d, d + k}, kept_colour);
  }
  if (std::isfinite(cut) && !empty && cut > whole.edges.front() && cut < whole.edges.back())
    canvas.line(cut, 0, cut, 1.05 * top, "#222", true);
  canvas.legend(fmt::format("kept: {}", keep.size()), kept_colour);
  canvas.legend(fmt::format("dropped: {}", values.size() - keep.size()), dropped_colour);
  return canvas.svg();
}

}  // namespace couplet
