#include "couplet/plot/sweep_svg.h"

#include <doctest/doctest.h>

#include <vector>

#include "tests/plot/well_formed.h"

using namespace couplet;

TEST_CASE("sweep picture: one curve, or two with what was recovered") {
  const std::vector<double> powers = {0.25, 0.5, 1}, objectives = {0.4, 0.6, 0.7}, recovered = {0.1, 0.9, 0.5};
  const std::string one = sweep_svg(powers, objectives, {}, 1, "a < b"),
                    two = sweep_svg(powers, objectives, recovered, 1, "t");
  CHECK(!read_svg(one).empty());
  CHECK(!read_svg(two).empty());
  CHECK(one.find("recovered") == std::string::npos);
  CHECK(two.find("recovered") != std::string::npos);
  CHECK(one.find("a &lt; b") != std::string::npos);
  CHECK(sweep_svg(powers, objectives, recovered, 1, "t") == two);
}
