#include "couplet/plot/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/plot/label_placement.h"

namespace couplet {

namespace {

constexpr double left = 70, right = 20, top = 44, legend_line = 20, bottom = 54, label_size = 12, title_size = 15;

double top_of(const SvgPage& page) { return top + legend_line * page.legend_lines; }

/// Gives the entries of a legend their places, one after the other, in as many lines as they need.
class LegendFlow {
 public:
  explicit LegendFlow(double page_width) : end_(page_width - right) {}

  struct Place {
    double x;
    int line;
  };
  Place next(std::string_view text) {
    constexpr double marker = 18, gap = 20;
    const double needed = marker + estimated_text_width(text, label_size);
    if (x_ > begin && x_ + needed > end_) {
      x_ = begin;
      ++line_;
    }
    const Place place{x_, line_};
    x_ += needed + gap;
    return place;
  }

 private:
  static constexpr double begin = left + 6;
  double end_, x_ = begin;
  int line_ = 0;
};

SvgCanvas::Range widened(SvgCanvas::Range range) {
  return range.high > range.low ? range : SvgCanvas::Range{range.low - 0.5, range.low + 0.5};
}

std::vector<double> ticks_of(SvgCanvas::Range range, const SvgPage& page, int wanted) {
  if (page.tick_step > 0) return axis_multiples(range.low, range.high, page.tick_step, 100);
  return axis_ticks(range.low, range.high, wanted);
}

}  // namespace

int legend_lines(std::span<const std::string> entries, double page_width) {
  LegendFlow flow(page_width);
  int lines = 1;
  for (const std::string& entry : entries) lines = flow.next(entry).line + 1;
  return lines;
}

SvgPlotSize plot_size(const SvgPage& page) { return {page.width - left - right, page.height - top_of(page) - bottom}; }

SvgPage page_for_plot_height(SvgPage page, double plot_height) {
  page.height = plot_height + top_of(page) + bottom;
  return page;
}

SvgCanvas::SvgCanvas(std::string title, std::string x_label, std::string y_label, Range x, Range y, SvgPage page)
    : title_(std::move(title)),
      x_label_(std::move(x_label)),
      y_label_(std::move(y_label)),
      x_(widened(x)),
      y_(widened(y)),
      page_(std::move(page)) {}

double SvgCanvas::px(double x) const {
  const auto scale = [&](double value) { return page_.log_x ? std::log(value) : value; };
  return left + (scale(x) - scale(x_.low)) / (scale(x_.high) - scale(x_.low)) * plot_size(page_).width;
}
double SvgCanvas::py(double y) const {
  return page_.height - bottom - (y - y_.low) / (y_.high - y_.low) * plot_size(page_).height;
}

void SvgCanvas::bar(Range x, Range y, std::string_view colour) {
  body_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", px(x.low),
                       py(y.high), px(x.high) - px(x.low), py(y.low) - py(y.high), colour);
}

void SvgCanvas::line(double x1, double y1, double x2, double y2, std::string_view colour, bool dashed) {
  body_ += svg_line(px(x1), py(y1), px(x2), py(y2), colour, dashed);
}

void SvgCanvas::curve(std::string_view name, std::span<const std::pair<double, double>> points,
                      const MarkerStyle& style, double width) {
  std::vector<std::pair<double, double>> places;
  std::string markers;
  for (const auto& [x, y] : points) {
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    places.emplace_back(px(x), py(y));
    markers += svg_marker(px(x), py(y), style, fmt::format("{}: {:g}, {:.4f}", name, x, y));
  }
  add(svg_polyline(places, style.colour, width) + markers);
  legend(name, style.colour, style.marker);
}

void SvgCanvas::label(double x, double y, std::string_view text, std::string_view anchor) {
  body_ += svg_text(px(x), py(y), text, anchor, palette::ink, label_size);
}

void SvgCanvas::legend(std::string_view text, std::string_view colour, Marker marker, bool hollow) {
  legend_.push_back({std::string(text), std::string(colour), marker, hollow});
}

std::vector<double> SvgCanvas::x_ticks() const {
  return page_.x_ticks.empty() ? ticks_of(x_, page_, 8) : page_.x_ticks;
}

std::string SvgCanvas::grid() const {
  std::string out;
  const double x0 = px(x_.low), y0 = py(y_.low);
  for (const double tick : ticks_of(y_, page_, 5)) {
    out += svg_line(x0, py(tick), page_.width - right, py(tick), palette::grid);
    out += svg_text(x0 - 8, py(tick) + 4, fmt::format("{:g}", tick), "end", palette::axis, label_size);
  }
  if (page_.tick_step > 0)
    for (const double tick : x_ticks()) out += svg_line(px(tick), top_of(page_), px(tick), y0, palette::grid);
  return out;
}

std::string SvgCanvas::ticks() const {
  std::string out;
  const double x0 = px(x_.low), y0 = py(y_.low);
  for (const double tick : x_ticks()) {
    out += svg_line(px(tick), y0, px(tick), y0 + 5, palette::axis);
    out += svg_text(px(tick), y0 + 19, fmt::format("{:g}", tick), "middle", palette::axis, label_size);
  }
  return out + svg_line(x0, y0, page_.width - right, y0, palette::axis);
}

std::string SvgCanvas::legends() const {
  std::string out;
  LegendFlow flow(page_.width);
  for (const LegendEntry& entry : legend_) {
    const LegendFlow::Place place = flow.next(entry.text);
    const double y = top + legend_line * place.line;
    out += svg_marker(place.x, y, {entry.marker, entry.colour, entry.marker == Marker::box ? 6.0 : 5.0, entry.hollow});
    out += svg_text(place.x + 12, y + 4, entry.text, "start", palette::ink, label_size);
  }
  return out;
}

std::string SvgCanvas::svg() const {
  const std::string name = svg_escaped(title_);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" height=\"{1:g}\" "
      "font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"{2}\">\n{3}"
      "<rect width=\"100%\" height=\"100%\" fill=\"{4}\"/>\n",
      page_.width, page_.height, name, palette::dark_style(), palette::paper);
  const SvgPlotSize plot = plot_size(page_);
  const double fitting = plot.width / std::max(1.0, estimated_text_width(title_, 1));  // a long title is set smaller
  out += svg_text(left, 24, title_, "start", palette::ink, std::clamp(fitting, 9.0, title_size));
  out += grid() + body_ + ticks();
  out += svg_text(left + plot.width / 2, page_.height - 12, x_label_, "middle", palette::ink, label_size);
  out +=
      fmt::format("<text transform=\"translate(18 {:.1f}) rotate(-90)\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
                  top_of(page_) + plot.height / 2, palette::ink, svg_escaped(y_label_));
  return out + legends() + "</svg>\n";
}

double axis_tick_step(double low, double high, int wanted) {
  const double raw = (high - low) / wanted, power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double nice : {1.0, 2.0, 5.0})
    if (nice * power >= raw) return nice * power;
  return 10 * power;
}

std::vector<double> axis_multiples(double low, double high, double step, int most) {
  std::vector<double> ticks;
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  // By number: where the range is finer than a double can count, first + 1 would be first again.
  for (int i = 0; i <= most && first + i <= last; ++i) ticks.push_back((first + i) * step + 0.0);  // + 0.0: never "-0"
  return ticks;
}

std::vector<double> axis_ticks(double low, double high, int wanted) {
  if (!(high > low) || wanted < 1) return {};
  return axis_multiples(low, high, axis_tick_step(low, high, wanted), wanted);
}

}  // namespace couplet
