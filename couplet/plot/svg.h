// Clean SVG pictures: a canvas with axes, and what the methods draw on it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// A plot area with linear axes; coordinates are in data units. Text is escaped. The result is self-contained SVG.
class SvgCanvas {
 public:
  struct Range {
    double low, high;
  };
  SvgCanvas(std::string title, std::string x_label, std::string y_label, Range x, Range y);

  /// A filled rectangle, colour as SVG writes it ("#4477aa").
  void bar(Range x, Range y, std::string_view colour);
  void line(double x1, double y1, double x2, double y2, std::string_view colour, bool dashed = false);
  /// Text beside a point; anchor start, middle or end.
  void label(double x, double y, std::string_view text, std::string_view anchor = "middle");
  /// An entry of the legend, in the order added.
  void legend(std::string_view text, std::string_view colour);

  std::string svg() const;

 private:
  double px(double x) const;
  double py(double y) const;
  std::string title_, x_label_, y_label_, body_;
  Range x_, y_;
  std::vector<std::pair<std::string, std::string>> legend_;
};

/// Round numbers that divide the range into about `wanted` steps: 0, 0.2, 0.4, ...
std::vector<double> axis_ticks(double low, double high, int wanted);

}  // namespace couplet
