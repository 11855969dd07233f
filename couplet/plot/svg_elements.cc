#include "couplet/plot/svg_elements.h"

#include <fmt/format.h>

namespace couplet {

std::string svg_escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (text.substr(i, 3) == "\xEF\xBF\xBE" || text.substr(i, 3) == "\xEF\xBF\xBF") {  // U+FFFE, U+FFFF
      out += "\xEF\xBF\xBD";
      i += 2;
      continue;
    }
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
      case '\r':
      case '\t':
        out += ' ';
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20)
          out += "\xEF\xBF\xBD";
        else
          out += c;
    }
  }
  return out;
}

std::string svg_marker(double x, double y, const MarkerStyle& style, std::string_view tooltip) {
  const double r = style.radius;
  std::string name, out;
  switch (style.marker) {
    case Marker::box:
      name = "rect";
      out = fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:g}\" height=\"{:g}\"", x - r, y - r, 2 * r, 2 * r);
      break;
    case Marker::circle:
      name = "circle";
      out = fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\"", x, y, r);
      break;
    case Marker::triangle:
      name = "path";
      out = fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}Z\"", x, y - 1.15 * r, x + r, y + 0.7 * r,
                        x - r, y + 0.7 * r);
      break;
  }
  if (style.hollow)
    out += fmt::format(" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"", palette::paper, style.colour);
  else
    out += fmt::format(" fill=\"{}\"", style.colour);
  if (style.opacity < 1) out += fmt::format(" opacity=\"{:g}\"", style.opacity);
  if (tooltip.empty()) return out + "/>\n";
  return out + fmt::format("><title>{}</title></{}>\n", svg_escaped(tooltip), name);
}

std::string svg_text(double x, double y, std::string_view text, std::string_view anchor, std::string_view colour,
                     double font_size, bool halo) {
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\" font-size=\"{:g}\"{}>{}</text>\n", x, y, anchor,
      colour, font_size,
      halo ? fmt::format(" paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"3\" stroke-linejoin=\"round\"",
                         palette::paper)
           : "",
      svg_escaped(text));
}

std::string svg_line(double x1, double y1, double x2, double y2, std::string_view colour, bool dashed) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"{}/>\n", x1, y1, x2,
                     y2, colour, dashed ? " stroke-dasharray=\"5 4\"" : "");
}

std::string svg_polyline(std::span<const std::pair<double, double>> points, std::string_view colour, double width) {
  std::string places;
  for (const auto& [x, y] : points) places += fmt::format("{}{:.1f},{:.1f}", places.empty() ? "" : " ", x, y);
  return fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:g}\" stroke-linejoin=\"round\"/>\n", places,
      colour, width);
}

}  // namespace couplet
