#include "couplet/plot/svg.h"

#include <fmt/format.h>

#include <cmath>

namespace couplet {

namespace {

constexpr double left = 70, right = 20, top = 44, legend_line = 20, bottom = 54, label_size = 12;
constexpr std::string_view grid_colour = "#e4e4e4", axis_colour = "#555", text_colour = "black";

double top_of(const SvgPage& page) { return page.legend_above ? top + legend_line : top; }

SvgCanvas::Range widened(SvgCanvas::Range range) {
  return range.high > range.low ? range : SvgCanvas::Range{range.low - 0.5, range.low + 0.5};
}

std::vector<double> ticks_of(SvgCanvas::Range range, const SvgPage& page, int wanted) {
  if (page.tick_step > 0) return axis_multiples(range.low, range.high, page.tick_step, 100);
  return axis_ticks(range.low, range.high, wanted);
}

}  // namespace

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
      page_(page) {}

double SvgCanvas::px(double x) const { return left + (x - x_.low) / (x_.high - x_.low) * plot_size(page_).width; }
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
                      const MarkerStyle& style) {
  const std::pair<double, double>* before = nullptr;
  for (const auto& point : points) {
    const auto [x, y] = point;
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    if (before) line(before->first, before->second, x, y, style.colour);
    add(svg_marker(px(x), py(y), style, fmt::format("{}: {:g}, {:.4f}", name, x, y)));
    before = &point;
  }
  legend(name, style.colour, style.marker);
}

void SvgCanvas::label(double x, double y, std::string_view text, std::string_view anchor) {
  body_ += svg_text(px(x), py(y), text, anchor, text_colour, label_size);
}

void SvgCanvas::legend(std::string_view text, std::string_view colour, Marker marker) {
  legend_.push_back({std::string(text), std::string(colour), marker});
}

std::string SvgCanvas::grid() const {
  std::string out;
  const double x0 = px(x_.low), y0 = py(y_.low);
  for (const double tick : ticks_of(y_, page_, 5)) {
    out += svg_line(x0, py(tick), page_.width - right, py(tick), grid_colour);
    out += svg_text(x0 - 8, py(tick) + 4, fmt::format("{:g}", tick), "end", axis_colour, label_size);
  }
  if (page_.tick_step > 0)
    for (const double tick : ticks_of(x_, page_, 8))
      out += svg_line(px(tick), top_of(page_), px(tick), y0, grid_colour);
  return out;
}

std::string SvgCanvas::ticks() const {
  std::string out;
  const double x0 = px(x_.low), y0 = py(y_.low);
  for (const double tick : ticks_of(x_, page_, 8)) {
    out += svg_line(px(tick), y0, px(tick), y0 + 5, axis_colour);
    out += svg_text(px(tick), y0 + 19, fmt::format("{:g}", tick), "middle", axis_colour, label_size);
  }
  return out + svg_line(x0, y0, page_.width - right, y0, axis_colour);
}

std::string SvgCanvas::legends() const {
  std::string out;
  double x = page_.legend_above ? left + 6 : left + 20, y = page_.legend_above ? top : top + 14;
  for (const LegendEntry& entry : legend_) {
    out += svg_marker(x, y, {entry.marker, entry.colour, entry.marker == Marker::box ? 6.0 : 5.0});
    out += svg_text(x + 12, y + 4, entry.text, "start", text_colour, label_size);
    if (page_.legend_above)
      x += 40 + 0.62 * label_size * static_cast<double>(entry.text.size());
    else
      y += 18;
  }
  return out;
}

std::string SvgCanvas::svg() const {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" height=\"{1:g}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      page_.width, page_.height);
  out += svg_text(left, 24, title_, "start", text_colour, 15);
  out += grid() + body_ + ticks();
  const SvgPlotSize plot = plot_size(page_);
  out += svg_text(left + plot.width / 2, page_.height - 12, x_label_, "middle", text_colour, label_size);
  out += fmt::format("<text transform=\"translate(18 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                     top_of(page_) + plot.height / 2, svg_escaped(y_label_));
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
