// The map of a table: rows and columns as labelled points in one plane.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace couplet {

struct BiplotPoint {
  std::string label;  // UTF-8
  double x, y;
  double weight = 0;           // how much it matters: the least are the first to lose their label
  bool supplementary = false;  // drawn hollow
};

struct Biplot {
  std::string title;
  std::string x_label, y_label;      // "Axis 1 (86.6 %)"
  std::string rows_name, cols_name;  // for the legend
  std::vector<BiplotPoint> rows, cols;
};

/// The picture as self-contained SVG: rows as circles, columns as triangles, equal scales on both axes, dashed lines
/// through the origin; the legend names the sides that have points. At most most_labels points have labels, none of
/// which lies on another label or marker; how many are left out is said. Every point shows its label under the pointer.
/// Of more than 1500 points the heaviest are drawn, and that is said too: the picture stays below 200 kB. Points that
/// are not finite are left out. Same input, same bytes.
std::string biplot_svg(const Biplot& biplot, std::int64_t most_labels = 200);

}  // namespace couplet
