// Elements of an SVG picture, in page coordinates (pixels, y downwards).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "couplet/plot/palette.h"

namespace couplet {

/// Text safe inside an element or a quoted attribute: markup is escaped, line ends become blanks, and characters that
/// XML does not allow become U+FFFD.
std::string svg_escaped(std::string_view text);

enum class Marker { box, circle, triangle };

/// How a marker looks. hollow: only its outline.
struct MarkerStyle {
  Marker marker = Marker::circle;
  std::string_view colour = palette::blue;
  double radius = 4;
  bool hollow = false;
  double opacity = 1;
};

/// A marker with its middle at (x, y); the tooltip, unless empty, is what a browser shows under the pointer.
std::string svg_marker(double x, double y, const MarkerStyle& style, std::string_view tooltip = "");

/// Text with its baseline at y; anchor start, middle or end. halo: an edge of paper keeps it legible over lines.
std::string svg_text(double x, double y, std::string_view text, std::string_view anchor, std::string_view colour,
                     double font_size, bool halo = false);

std::string svg_line(double x1, double y1, double x2, double y2, std::string_view colour, bool dashed = false);

/// The points joined by one line.
std::string svg_polyline(std::span<const std::pair<double, double>> points, std::string_view colour, double width);

}  // namespace couplet
