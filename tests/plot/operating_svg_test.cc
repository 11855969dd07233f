#include "couplet/plot/operating_svg.h"

#include <doctest/doctest.h>

#include "tests/plot/well_formed.h"

using namespace couplet;

TEST_CASE("operating curves: two plots, a line a system in each, and points too near left out") {
  OperatingCurves one{"one & only", {{0, 0}}, {{0, 1}}}, other{"other", {{0, 0}, {1, 1}}, {{0, 0.5}, {1, 0.5}}};
  for (int i = 1; i <= 100000; ++i) {
    one.roc.emplace_back(i / 1e5, i / 1e5);
    one.recall.emplace_back(i / 1e5, 1 - i / 2e5);
  }
  const std::string svg = operating_svg({one, other}, 0.5, "gold");
  int lines = 0, titles = 0, plots = 0;
  for (const SvgElement& element : read_svg(svg)) {
    lines += element.name == "polyline";
    plots += element.name == "svg";
    titles += element.name == "text" && element.text.starts_with("gold: ");
  }
  CHECK(lines == 4);
  CHECK(plots == 3);
  CHECK(titles == 2);
  CHECK(svg.size() < 100000);
}
