#include "couplet/plot/curves_svg.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "couplet/plot/label_placement.h"
#include "tests/plot/well_formed.h"

using namespace couplet;

TEST_CASE("curves: a marker for every finite point, a line between neighbours, a legend") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Curve> curves = {{"one & two", {{1, 0.5}, {2, 0.6}, {4, none}, {8, 0.7}}}, {"flat", {{1, 0.5}}}};
  int circles = 0;
  std::vector<std::string> texts;
  for (const SvgElement& element : read_svg(curves_svg(curves, {"title", "dimensions", "mrr"}))) {
    circles += element.name == "circle";
    if (element.name == "text") texts.push_back(element.text);
  }
  CHECK(circles == 4 + 2);  // and two in the legend
  CHECK(std::find(texts.begin(), texts.end(), "flat") != texts.end());
  CHECK(std::find(texts.begin(), texts.end(), "dimensions") != texts.end());
  CHECK(!read_svg(curves_svg({}, {"nothing", "x", "y"})).empty());
}

TEST_CASE("curves: a legend of any length stays on the page, above the plot") {
  std::vector<Curve> curves;
  for (int c = 0; c < 8; ++c) curves.push_back({"a regulariser of " + std::to_string(c), {{1, 0.1 * c}, {2, 0.5}}});
  double lowest_entry = 0, highest_point = 1e9;
  std::set<double> lines;
  for (const SvgElement& element : read_svg(curves_svg(curves, {"t", "x", "y"}))) {
    if (element.name == "circle" && !element.text.empty()) continue;
    if (element.name == "polyline") {
      const std::string points = attribute(element, "points");
      highest_point = std::min(highest_point, std::stod(points.substr(points.find(',') + 1)));
    }
    if (!element.text.starts_with("a regulariser") || element.name != "text") continue;
    CHECK(number(element, "x") + estimated_text_width(element.text, 12) <= 720);
    lines.insert(number(element, "y"));
    lowest_entry = std::max(lowest_entry, number(element, "y"));
  }
  CHECK(lines.size() > 1);
  CHECK(lowest_entry < highest_point);
}

TEST_CASE("curves: values that double stand at equal distances, with a tick each; others to scale") {
  const auto places = [](const std::vector<std::pair<double, double>>& points, std::vector<std::string>& texts) {
    std::vector<double> x;
    for (const SvgElement& element : read_svg(curves_svg({{"c", points}}, {"t", "x", "y"}))) {
      if (element.name == "text") texts.push_back(element.text);
      if (element.name == "circle" && x.size() < points.size()) x.push_back(number(element, "cx"));
    }
    return x;
  };
  std::vector<std::string> texts;
  const auto doubling = places({{15, 0.1}, {30, 0.2}, {60, 0.3}}, texts);
  CHECK(doubling[2] - doubling[1] == doctest::Approx(doubling[1] - doubling[0]).epsilon(0.01));
  for (const char* tick : {"15", "30", "60"}) CHECK(std::find(texts.begin(), texts.end(), tick) != texts.end());
  const auto even = places({{10, 0.1}, {20, 0.2}, {25, 0.3}}, texts);
  CHECK(even[2] - even[1] == doctest::Approx((even[1] - even[0]) / 2).epsilon(0.01));
}

TEST_CASE("curves that lie on each other are all seen, and a point can be ringed") {
  const std::vector<std::pair<double, double>> same = {{1, 0.5}, {2, 0.6}, {3, 0.6}};
  std::set<std::string> widths;
  int rings = 0;
  bool written = false;
  for (const SvgElement& element :
       read_svg(curves_svg({{"a", same}, {"b", same}, {"c", same}}, {"t", "x", "y"}, CurveMark{{2, 0.6}, "chosen"}))) {
    if (element.name == "polyline") {
      if (!widths.empty()) CHECK(number(element, "stroke-width") < std::stod(*widths.begin()));
      widths.insert(attribute(element, "stroke-width"));
    }
    rings += element.name == "circle" && attribute(element, "fill") == "white";
    written |= element.text == "chosen";
  }
  CHECK(widths.size() == 3);
  CHECK(rings == 1);
  CHECK(written);
}
