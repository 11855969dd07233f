#include "couplet/plot/svg.h"

#include <fmt/format.h>

#include <cmath>

namespace couplet {

namespace {

constexpr double width = 720, height = 420, left = 70, right = 20, top = 44, bottom = 54;

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  return out;
}

SvgCanvas::Range widened(SvgCanvas::Range range) {
  return range.high > range.low ? range : SvgCanvas::Range{range.low - 0.5, range.low + 0.5};
}

}  // namespace

SvgCanvas::SvgCanvas(std::string title, std::string x_label, std::string y_label, Range x, Range y)
    : title_(std::move(title)), x_label_(std::move(x_label)), y_label_(std::move(y_label)), x_(widened(x)), y_(widened(y)) {}

double SvgCanvas::px(double x) const { return left + (x - x_.low) / (x_.high - x_.low) * (width - left - right); }
double SvgCanvas::py(double y) const { return height - bottom - (y - y_.low) / (y_.high - y_.low) * (height - top - bottom); }

void SvgCanvas::bar(Range x, Range y, std::string_view colour) {
  body_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", px(x.low), py(y.high),
                       px(x.high) - px(x.low), py(y.low) - py(y.high), colour);
}

void SvgCanvas::line(double x1, double y1, double x2, double y2, std::string_view colour, bool dashed) {
  body_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"{}/>\n", px(x1), py(y1), px(x2), py(y2),
                       colour, dashed ? " stroke-dasharray=\"5 4\"" : "");
}

void SvgCanvas::label(double x, double y, std::string_view text, std::string_view anchor) {
  body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", px(x), py(y), anchor, escaped(text));
}

void SvgCanvas::legend(std::string_view text, std::string_view colour) { legend_.emplace_back(text, colour); }

std::string SvgCanvas::svg() const {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      width, height);
  out += fmt::format("<text x=\"{:.1f}\" y=\"24\" font-size=\"15\">{}</text>\n", left, escaped(title_));
  const double y0 = py(y_.low), x0 = px(x_.low);
  for (const double tick : axis_ticks(y_.low, y_.high, 5))
    out += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#e4e4e4\"/>\n<text x=\"{:.1f}\" y=\"{:.1f}\" "
        "text-anchor=\"end\" fill=\"#555\">{:g}</text>\n",
        x0, py(tick), width - right, py(tick), x0 - 8, py(tick) + 4, tick);
  out += body_;
  for (const double tick : axis_ticks(x_.low, x_.high, 8))
    out += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#555\"/>\n<text x=\"{0:.1f}\" y=\"{3:.1f}\" "
        "text-anchor=\"middle\" fill=\"#555\">{4:g}</text>\n",
        px(tick), y0, y0 + 5, y0 + 19, tick);
  out += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#555\"/>\n", x0, y0, width - right, y0);
  out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", (x0 + width - right) / 2, height - 12, escaped(x_label_));
  out += fmt::format("<text transform=\"translate(18 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n", (top + y0) / 2, escaped(y_label_));
  for (std::size_t i = 0; i < legend_.size(); ++i) {
    const double y = top + 8 + 18 * static_cast<double>(i);
    out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/>\n<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                       left + 14, y, legend_[i].second, left + 32, y + 10, escaped(legend_[i].first));
  }
  return out + "</svg>\n";
}

std::vector<double> axis_ticks(double low, double high, int wanted) {
  std::vector<double> ticks;
  if (!(high > low) || wanted < 1) return ticks;
  const double raw = (high - low) / wanted, power = std::pow(10.0, std::floor(std::log10(raw)));
  double step = 10 * power;
  for (const double nice : {1.0, 2.0, 5.0})
    if (nice * power >= raw) {
      step = nice * power;
      break;
    }
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  // By number: where the range is finer than a double can count, first + 1 would be first again.
  for (int i = 0; i <= 2 * wanted && first + i <= last; ++i) ticks.push_back((first + i) * step + 0.0);  // + 0.0: never "-0"
  return ticks;
}

}  // namespace couplet
