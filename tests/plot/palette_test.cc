#include "couplet/plot/palette.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "couplet/plot/biplot_svg.h"
#include "couplet/plot/curves_svg.h"
#include "couplet/plot/histogram_svg.h"
#include "couplet/plot/sweep_svg.h"
#include "tests/plot/well_formed.h"

using namespace couplet;

TEST_CASE("every colour of every picture has a dark form, in a style sheet of its own") {
  Biplot map{"map", "x", "y", "rows", "columns", {{"a", 0, 0}, {"b", 0.001, 0}, {"c", 0, 0.001}}, {{"d", 1, 1}}};
  map.cols[0].supplementary = true;
  const std::vector<std::pair<double, double>> points = {{1, 1}, {2, 2}};
  const std::vector<double> values = {0, 1, 2, 3, -50, std::nan("")}, powers = {0.5, 1};
  const std::vector<char> kept = {0, 1, 1, 1, 0, 0};
  for (const std::string& svg :
       {biplot_svg(map), curves_svg(std::vector<Curve>(9, {"c", points}), {"t", "x", "y"}, CurveMark{{1, 1}, "here"}),
        histogram_svg(values, kept, {0.5, -1}, "t", "x"), sweep_svg(powers, powers, powers, 1, "t")}) {
    std::string style;
    for (const SvgElement& element : read_svg(svg)) {
      if (element.name == "style") style = element.text;
      CHECK((element.name != "text" || !attribute(element, "fill").empty()));  // else it stays black
      for (const char* property : {"fill", "stroke"}) {
        const std::string colour = attribute(element, property);
        CAPTURE(colour);
        if (colour.empty() || colour == "none") continue;
        CHECK(style.find(std::string("[") + property + "=\"" + colour + "\"]") != std::string::npos);
      }
    }
    CHECK(style.starts_with("@media (prefers-color-scheme: dark)"));
    CHECK(svg.find("aria-label=") != std::string::npos);
  }
}
