#include "couplet/plot/biplot_svg.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/random.h"
#include "couplet/plot/label_placement.h"
#include "tests/plot/well_formed.h"

using namespace couplet;

namespace {

constexpr const char *row_colour = "#4477aa", *col_colour = "#cc6677";

Biplot random_biplot(int rows, int cols, std::uint64_t seed) {
  Random random(seed);
  Biplot plot{"a & b", "Axis 1 (86.6 %)", "Axis 2 (13.1 %)", "rows", "columns", {}, {}};
  const auto add = [&](std::vector<BiplotPoint>& points, const std::string& name) {
    const std::string label = name + std::string(random.below(8), 'x') + std::to_string(points.size());
    const double x = random.normal(), y = 0.4 * random.normal();
    points.push_back({label, x, y, x * x + y * y});
  };
  for (int i = 0; i < rows; ++i) add(plot.rows, "r");
  for (int j = 0; j < cols; ++j) add(plot.cols, "c");
  return plot;
}

/// What a biplot shows.
struct BiplotPicture {
  std::vector<PageBox> labels, markers;
  std::vector<std::string> texts;
  int circles = 0, triangles = 0, hollow = 0, dashed = 0, tooltips = 0;
  double width = 0, height = 0;
};

BiplotPicture biplot_picture(const std::string& svg) {
  BiplotPicture result;
  for (const SvgElement& element : read_svg(svg)) {
    if (element.name == "svg") {
      result.width = number(element, "width");
      result.height = number(element, "height");
    }
    if (element.name == "line" && !attribute(element, "stroke-dasharray").empty()) ++result.dashed;
    if (element.name == "title") ++result.tooltips;
    if (attribute(element, "stroke") == row_colour || attribute(element, "stroke") == col_colour) ++result.hollow;
    if (element.name == "circle") {
      ++result.circles;
      const double x = number(element, "cx"), y = number(element, "cy"), r = number(element, "r");
      result.markers.push_back({x - r, y - r, x + r, y + r});
    }
    if (element.name == "path") ++result.triangles;
    if (element.name != "text") continue;
    result.texts.push_back(element.text);
    if (attribute(element, "paint-order").empty()) continue;  // an axis, not a label
    const double size = number(element, "font-size"), width = estimated_text_width(element.text, size);
    const double x = number(element, "x"), y = number(element, "y");
    const std::string anchor = attribute(element, "text-anchor");
    const double left = anchor == "start" ? x : anchor == "end" ? x - width : x - width / 2;
    result.labels.push_back({left, y - 0.9 * size, left + width, y + 0.3 * size});
  }
  return result;
}

/// Coordinates are written with one decimal.
bool overlap(PageBox a, const PageBox& b) {
  return PageBox{a.left + 0.2, a.top + 0.2, a.right - 0.2, a.bottom - 0.2}.overlaps(b);
}

}  // namespace

TEST_CASE("points of both sides, labels, axes, legend and the lines through the origin") {
  Biplot plot = random_biplot(4, 5, 1);
  plot.rows[0].supplementary = true;
  plot.cols[1].label = "<b> & \"c\"";
  const BiplotPicture drawn = biplot_picture(biplot_svg(plot));
  CHECK(drawn.circles == 4 + 2);  // and two in the legend: rows, and what the hollow one is
  CHECK(drawn.triangles == 5 + 1);
  CHECK(drawn.hollow == 1 + 1);
  CHECK(has_text(drawn.texts, "rows, placed afterwards"));
  CHECK(drawn.dashed == 2);
  CHECK(drawn.labels.size() == 9);
  CHECK(drawn.tooltips == 9);
  for (const char* text :
       {"a &amp; b", "Axis 1 (86.6 %)", "Axis 2 (13.1 %)", "rows", "columns", "&lt;b&gt; &amp; &quot;c&quot;"})
    CHECK(has_text(drawn.texts, text));
  for (const BiplotPoint& point : plot.rows) CHECK(has_text(drawn.texts, point.label));
  for (const std::string& text : drawn.texts) CHECK(text.find("labels shown") == std::string::npos);
  plot.cols.clear();
  CHECK_FALSE(
      has_text(biplot_picture(biplot_svg(plot)).texts, "columns"));  // a side without points has no place in the legend
}

TEST_CASE("the scale is the same on both axes") {
  for (const auto& [x, y] :
       {std::pair{1.0, 0.3}, std::pair{0.2, 5.0}, std::pair{100.0, 100.0}, std::pair{1e-9, 2e-9}}) {
    Biplot plot;
    plot.rows = {{"a", 0, 0}, {"b", x, 0}, {"c", 0, y}};
    double ax = 0, ay = 0, bx = 0, cy = 0;
    for (const SvgElement& element : read_svg(biplot_svg(plot))) {
      if (element.text == "a" || element.text == "b" || element.text == "c" || element.name != "circle") continue;
      const double px = number(element, "cx"), py = number(element, "cy");
      if (attribute(element, "r") == "5") continue;  // legend
      if (px > ax + 0.05 && ax > 0) bx = px;
      if (ax == 0) {  // the points come lightest first: with equal weights c, b, a
        ax = px;
        cy = py;
      }
      ay = py;
    }
    CHECK((bx - ax) / x == doctest::Approx((ay - cy) / y).epsilon(0.01));
  }
}

TEST_CASE("labels overlap neither each other nor a marker; the picture stays on its page; same input, same bytes") {
  for (const auto& sizes : {std::pair{2, 2}, std::pair{12, 15}, std::pair{50, 30}, std::pair{120, 80}}) {
    const auto rows = sizes.first, cols = sizes.second;
    CAPTURE(rows);
    const Biplot plot = random_biplot(rows, cols, 7);
    const std::string svg = biplot_svg(plot);
    CHECK(svg == biplot_svg(plot));
    const BiplotPicture drawn = biplot_picture(svg);
    const int points = rows + cols, wanted = points <= 80 ? points * 2 / 3 : points / 3;  // legible ones, in a crowd
    CHECK(static_cast<int>(drawn.labels.size()) >= wanted);
    for (std::size_t i = 0; i < drawn.labels.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(overlap(drawn.labels[i], drawn.labels[j]));
      for (const PageBox& marker : drawn.markers) CHECK_FALSE(overlap(drawn.labels[i], marker));
      CHECK(drawn.labels[i].left >= 0);
      CHECK(drawn.labels[i].right <= drawn.width);
      CHECK(drawn.labels[i].top >= 0);
      CHECK(drawn.labels[i].bottom <= drawn.height);
    }
    if (static_cast<int>(drawn.labels.size()) < rows + cols)
      CHECK(has_text(drawn.texts,
                     std::to_string(drawn.labels.size()) + " of " + std::to_string(rows + cols) + " labels shown"));
  }
}

TEST_CASE("beyond the number of labels wanted the lightest go without, and it is said") {
  const Biplot plot = random_biplot(40, 10, 3);
  const BiplotPicture drawn = biplot_picture(biplot_svg(plot, 5));
  CHECK(drawn.labels.size() == 5);
  CHECK(has_text(drawn.texts, "5 of 50 labels shown"));
  CHECK(drawn.circles == 41);
  CHECK(drawn.tooltips == 50);
  std::vector<const BiplotPoint*> points;
  for (const auto* side : {&plot.rows, &plot.cols})
    for (const BiplotPoint& point : *side) points.push_back(&point);
  std::sort(points.begin(), points.end(), [](const auto* a, const auto* b) { return a->weight > b->weight; });
  for (std::size_t k = 0; k < 5; ++k) CHECK(has_text(drawn.texts, points[k]->label));
  CHECK(biplot_picture(biplot_svg(plot, 0)).labels.empty());
  const std::string crowded = biplot_svg(random_biplot(4000, 3000, 4));
  CHECK(crowded.size() < 200'000);
  const BiplotPicture many = biplot_picture(crowded);
  CHECK(many.circles + many.triangles == 1500 + 2);
  CHECK(many.width <= 960);
  CHECK(has_text(many.texts, std::to_string(many.labels.size()) + " of 7000 labels shown, 1500 points drawn"));
}

TEST_CASE("odd points and labels") {
  constexpr double none = std::numeric_limits<double>::quiet_NaN(), endless = std::numeric_limits<double>::infinity();
  Biplot plot;
  CHECK_NOTHROW(read_svg(biplot_svg(plot)));
  plot.rows = {{"origin", 0, 0}};
  CHECK(biplot_picture(biplot_svg(plot)).labels.size() == 1);
  plot.rows = {{"a", none, 0}, {"b", 0, endless}, {"c", 1, 1}};
  const std::string svg = biplot_svg(plot);
  CHECK(biplot_picture(svg).labels.size() == 1);
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf") == std::string::npos);
  std::string accents;
  for (int i = 0; i < 60; ++i) accents += "\xC3\xA9";
  plot.rows = {{accents, 1, 1}, {"line\nbreak\x01", -1, 0}, {"", 0, 1}};
  const BiplotPicture drawn = biplot_picture(biplot_svg(plot));
  CHECK(has_text(drawn.texts, accents.substr(0, 80) + "\xE2\x80\xA6"));
  CHECK(has_text(drawn.texts, "line break\xEF\xBF\xBD"));
}
