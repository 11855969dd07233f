#include "couplet/plot/curves_svg.h"

#include <doctest/doctest.h>
#include <algorithm>

#include <limits>

#include "tests/plot/well_formed.h"

using namespace couplet;

TEST_CASE("curves: a marker for every finite point, a line between neighbours, a legend") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Curve> curves = {{"one & two", {{1, 0.5}, {2, 0.6}, {4, none}, {8, 0.7}}}, {"flat", {{1, 0.5}}}};
  int circles = 0;
  std::vector<std::string> texts;
  for (const SvgElement& element : read_svg(curves_svg(curves, "title", "dimensions", "mrr"))) {
    circles += element.name == "circle";
    if (element.name == "text") texts.push_back(element.text);
  }
  CHECK(circles == 4 + 2);  // and two in the legend
  CHECK(std::find(texts.begin(), texts.end(), "flat") != texts.end());
  CHECK(std::find(texts.begin(), texts.end(), "dimensions") != texts.end());
  CHECK(!read_svg(curves_svg({}, "nothing", "x", "y")).empty());
}
