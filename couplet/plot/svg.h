// Clean SVG pictures: a canvas with axes, and what the methods draw on it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "couplet/plot/svg_elements.h"

namespace couplet {

/// Size and manners of a page, in pixels. The defaults suit a histogram.
struct SvgPage {
  double width = 720, height = 420;
  /// 0: ticks are chosen for each axis, with horizontal grid lines. Else their distance on both axes, with a full grid.
  double tick_step = 0;
  /// Lines that the legend takes, between title and plot.
  int legend_lines = 1;
  /// x on a logarithmic scale: all of it is above 0.
  bool log_x = false;
  /// Ticks of the x axis at these values; empty: chosen.
  std::vector<double> x_ticks = {};
};

/// Lines that a legend of these entries takes on a page of this width.
int legend_lines(std::span<const std::string> entries, double page_width);

/// What a page has left for the plot inside its margins.
struct SvgPlotSize {
  double width, height;
};
SvgPlotSize plot_size(const SvgPage& page);
/// The page of this width whose plot has this height.
SvgPage page_for_plot_height(SvgPage page, double plot_height);

/// A plot area with axes; coordinates are in data units. Text is escaped. The result is self-contained SVG, with a
/// style sheet for readers who prefer the dark.
class SvgCanvas {
 public:
  struct Range {
    double low, high;
  };
  SvgCanvas(std::string title, std::string x_label, std::string y_label, Range x, Range y, SvgPage page = {});

  /// A filled rectangle, colour as SVG writes it ("#4477aa").
  void bar(Range x, Range y, std::string_view colour);
  void line(double x1, double y1, double x2, double y2, std::string_view colour, bool dashed = false);
  /// Points joined by a line of this width, and an entry of the legend. Points that are not finite are left out; a
  /// browser tells a point's name and place.
  void curve(std::string_view name, std::span<const std::pair<double, double>> points, const MarkerStyle& style,
             double width = 1.5);
  /// Text beside a point; anchor start, middle or end.
  void label(double x, double y, std::string_view text, std::string_view anchor = "middle");
  /// An entry of the legend, in the order added.
  void legend(std::string_view text, std::string_view colour, Marker marker = Marker::box, bool hollow = false);
  /// Elements in page coordinates, drawn in the order added.
  void add(std::string_view elements) { body_ += elements; }
  /// From data units to the page.
  double px(double x) const;
  double py(double y) const;

  std::string svg() const;

 private:
  struct LegendEntry {
    std::string text, colour;
    Marker marker;
    bool hollow;
  };
  std::string grid() const;
  std::vector<double> x_ticks() const;
  std::string ticks() const;
  std::string legends() const;

  std::string title_, x_label_, y_label_, body_;
  Range x_, y_;
  SvgPage page_;
  std::vector<LegendEntry> legend_;
};

/// A round distance (1, 2 or 5 times a power of ten) that divides the range into at most `wanted` steps.
double axis_tick_step(double low, double high, int wanted);
/// Multiples of the step within the range, at most `most` + 1.
std::vector<double> axis_multiples(double low, double high, double step, int most);
/// Round numbers that divide the range into about `wanted` steps: 0, 0.2, 0.4, ...
std::vector<double> axis_ticks(double low, double high, int wanted);

}  // namespace couplet
