#include "couplet/plot/svg.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

#include "tests/plot/well_formed.h"

using namespace couplet;

namespace {

std::vector<SvgElement> of_name(const std::string& svg, const std::string& name) {
  std::vector<SvgElement> found;
  for (const SvgElement& element : read_svg(svg))
    if (element.name == name) found.push_back(element);
  return found;
}

}  // namespace

TEST_CASE("ticks are round numbers within the range") {
  CHECK(axis_ticks(0, 1, 5) == std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1});
  CHECK(axis_ticks(0, 100, 5) == std::vector<double>{0, 20, 40, 60, 80, 100});
  CHECK(axis_ticks(-2, -1, 2) == std::vector<double>{-2, -1.5, -1});
  CHECK(axis_ticks(1, 1, 5).empty());
  CHECK(axis_ticks(2, 1, 5).empty());
  CHECK(axis_ticks(0, 1, 0).empty());
  CHECK(axis_ticks(NAN, 1, 5).empty());
}

TEST_CASE("ticks of any range: few, in order, inside, and never a negative zero") {
  CHECK(rc::check("ticks", [] {
    const double low = *rc::gen::inRange(-1'000'000, 1'000'000) * std::pow(10.0, *rc::gen::inRange(-12, 12));
    const double width = *rc::gen::inRange(1, 1000) * std::pow(10.0, *rc::gen::inRange(-12, 12));
    const int wanted = *rc::gen::inRange(1, 12);
    const double high = low + width;
    const auto ticks = axis_ticks(low, high, wanted);
    RC_ASSERT(static_cast<int>(ticks.size()) <= wanted + 1);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      RC_ASSERT(ticks[i] >= low - 1e-6 * width - 1e-9 * std::abs(low));
      RC_ASSERT(ticks[i] <= high + 1e-6 * width + 1e-9 * std::abs(high));
      RC_ASSERT(!(ticks[i] == 0 && std::signbit(ticks[i])));
    }
  }));
  CHECK(axis_ticks(1e17, 1e17 + 16, 5).size() < 12);  // finer than a double can count
  CHECK_FALSE(std::signbit(axis_ticks(-0.1, 2, 4).at(0)));
}

TEST_CASE("data units become places on the page") {
  SvgCanvas canvas("title", "across", "up", {0, 10}, {0, 100});
  canvas.bar({0, 5}, {0, 50}, "#123456");
  canvas.bar({5, 10}, {50, 100}, "#654321");
  canvas.line(2.5, 0, 2.5, 100, "#000", true);
  const auto bars = of_name(canvas.svg(), "rect");
  std::vector<SvgElement> drawn;
  for (const SvgElement& bar : bars)
    if (attribute(bar, "fill") == "#123456" || attribute(bar, "fill") == "#654321") drawn.push_back(bar);
  REQUIRE(drawn.size() == 2);
  CHECK(number(drawn[0], "width") == doctest::Approx(number(drawn[1], "width")));
  CHECK(number(drawn[0], "height") == doctest::Approx(number(drawn[1], "height")));
  CHECK(number(drawn[1], "x") == doctest::Approx(number(drawn[0], "x") + number(drawn[0], "width")));
  CHECK(number(drawn[0], "y") == doctest::Approx(number(drawn[1], "y") + number(drawn[1], "height")));
  int dashed = 0;
  for (const SvgElement& line : of_name(canvas.svg(), "line"))
    if (!attribute(line, "stroke-dasharray").empty()) {
      ++dashed;
      CHECK(number(line, "x1") == doctest::Approx(number(drawn[0], "x") + number(drawn[0], "width") / 2));
      CHECK(number(line, "x1") == number(line, "x2"));
    }
  CHECK(dashed == 1);
}

TEST_CASE("text is escaped, whatever it is") {
  SvgCanvas canvas("a < b & \"c\" > d", "<x>", "y&z", {0, 1}, {0, 1});
  canvas.label(0.5, 0.5, "1 < 2");
  canvas.legend("kept & \"dropped\"", "#fff");
  std::vector<std::string> texts;
  for (const SvgElement& text : of_name(canvas.svg(), "text")) texts.push_back(text.text);
  for (const char* expected :
       {"a &lt; b &amp; &quot;c&quot; &gt; d", "&lt;x&gt;", "y&amp;z", "1 &lt; 2", "kept &amp; &quot;dropped&quot;"})
    CHECK(std::find(texts.begin(), texts.end(), expected) != texts.end());
}

TEST_CASE("a range without width still makes a picture of finite numbers") {
  SvgCanvas canvas("t", "x", "y", {3, 3}, {0, 0});
  canvas.bar({3, 3}, {0, 0}, "#111");
  const std::string svg = canvas.svg();
  CHECK_NOTHROW(read_svg(svg));
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf") == std::string::npos);
}

TEST_CASE("the reader of these tests refuses what is broken") {
  for (const char* broken :
       {"", "<svg>", "<svg></text>", "<svg/><svg/>", "<svg>a & b</svg>", "<svg a=b/>", "<svg a=\"b/>", "<svg", "text"})
    CHECK_THROWS(read_svg(broken));
}
