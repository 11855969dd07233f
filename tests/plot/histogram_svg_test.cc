#include "couplet/plot/histogram_svg.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "couplet/base/random.h"
#include "tests/plot/well_formed.h"

using namespace couplet;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
const std::string kept_colour = "#4477aa", dropped_colour = "#cc6677";

/// Heights of the bars of a colour added up, and the text of the legend.
struct HistogramPicture {
  double kept = 0, dropped = 0;
  int cuts = 0;
  std::vector<std::string> texts;
};

HistogramPicture histogram_picture(const std::vector<double>& values, const std::vector<char>& kept, double cut,
                                   double random = none) {
  HistogramPicture result;
  for (const SvgElement& element : read_svg(histogram_svg(values, kept, {cut, random}, "title", "quality"))) {
    if (element.name == "text") result.texts.push_back(element.text);
    if (element.name == "line" && !attribute(element, "stroke-dasharray").empty()) ++result.cuts;
    if (element.name != "rect" || number(element, "width") == 12) continue;  // the legend's boxes
    if (attribute(element, "fill") == kept_colour) result.kept += number(element, "height");
    if (attribute(element, "fill") == dropped_colour) result.dropped += number(element, "height");
  }
  return result;
}

}  // namespace

TEST_CASE("bars are as high as the counts of kept and dropped") {
  Random random(1);
  std::vector<double> values;
  std::vector<char> kept;
  for (int i = 0; i < 4000; ++i) {
    values.push_back(random.normal());
    kept.push_back(values.back() >= -0.5);
  }
  const double share = static_cast<double>(std::count(kept.begin(), kept.end(), 1)) / 4000;
  const HistogramPicture drawn = histogram_picture(values, kept, -0.5);
  CHECK(drawn.kept / (drawn.kept + drawn.dropped) == doctest::Approx(share).epsilon(0.01));
  CHECK(drawn.cuts == 1);
  CHECK(has_text(drawn.texts, "title"));
  CHECK(has_text(drawn.texts, "kept: " + std::to_string(std::count(kept.begin(), kept.end(), 1))));
  CHECK(has_text(drawn.texts, "dropped: " + std::to_string(std::count(kept.begin(), kept.end(), 0))));
}

TEST_CASE("values that are no numbers were not scored: counted apart and not drawn; a cut outside is not drawn") {
  const HistogramPicture drawn = histogram_picture({1, 2, none, 3, none}, {1, 1, 0, 1, 0}, -INFINITY);
  CHECK(drawn.dropped == 0);
  CHECK(drawn.kept > 0);
  CHECK(drawn.cuts == 0);
  CHECK(has_text(drawn.texts, "kept: 3"));
  CHECK(has_text(drawn.texts, "dropped: 0"));
  CHECK(has_text(drawn.texts, "not scored: 2"));
  CHECK(histogram_picture({1, 2, 3}, {1, 1, 1}, 17).cuts == 0);
  CHECK(histogram_picture({1, 2, 3}, {1, 1, 1}, none).cuts == 0);
}

TEST_CASE("values far out stand in a labelled bar of their own, beyond the cut and random pairs") {
  std::vector<double> values;
  std::vector<char> kept;
  for (int i = 0; i < 100; ++i) values.push_back(0.02 * i - 1);  // quartiles -0.5 and 0.48
  for (const double far : {-30.0, -25.0, -20.0, 40.0}) values.push_back(far);
  for (const double value : values) kept.push_back(value >= -0.9);
  const HistogramPicture drawn = histogram_picture(values, kept, -0.9, -6);
  CHECK(has_text(drawn.texts, "3 below -8"));
  CHECK(has_text(drawn.texts, "1 above 4"));
  CHECK(has_text(drawn.texts, "cut at -0.9"));
  CHECK(has_text(drawn.texts, "random pairs -6"));
  CHECK(drawn.cuts == 2);
  const double per_pair = (drawn.kept + drawn.dropped) / 104;
  CHECK(drawn.dropped == doctest::Approx(8 * per_pair).epsilon(0.01));  // -1 to -0.92, and the three
  // Random pairs too far out to be drawn to scale do not stretch the axis.
  CHECK(has_text(histogram_picture(values, kept, -0.9, -300).texts, "3 below -4"));
  CHECK(histogram_picture(values, kept, -0.9, -300).cuts == 1);
}

TEST_CASE("a few values far out do not flatten the picture") {
  std::vector<double> values(2000);
  std::vector<char> kept(2000, 1);
  Random random(2);
  for (double& value : values) value = random.normal();
  const auto highest = [&] {
    double height = 0;
    for (const SvgElement& element : read_svg(histogram_svg(values, kept, {}, "t", "x")))
      if (element.name == "rect" && attribute(element, "fill") == kept_colour && number(element, "width") != 12)
        height = std::max(height, number(element, "height"));
    return height;
  };
  const double before = highest();
  values[0] = 1e9;
  values[1] = -1e9;
  CHECK(highest() == doctest::Approx(before).epsilon(0.3));
}

TEST_CASE("no values, one value, equal values") {
  CHECK(has_text(histogram_picture({}, {}, none).texts, "kept: 0"));
  CHECK(has_text(histogram_picture({none}, {0}, none).texts, "not scored: 1"));
  CHECK(histogram_picture({5}, {1}, none).kept > 0);
  CHECK(histogram_picture({5, 5, 5}, {0, 0, 1}, none).dropped > 0);
}
