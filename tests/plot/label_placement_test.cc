#include "couplet/plot/label_placement.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>

using namespace couplet;

namespace {

constexpr PageBox page{0, 0, 600, 400};

PageBox marker_of(const LabelWish& wish) {
  return {wish.x - wish.radius, wish.y - wish.radius, wish.x + wish.radius, wish.y + wish.radius};
}

std::vector<PageBox> markers_of(const std::vector<LabelWish>& wishes) {
  std::vector<PageBox> markers;
  for (const LabelWish& wish : wishes) markers.push_back(marker_of(wish));
  return markers;
}

/// Whether a leader runs through a box, by looking at many of its points.
bool runs_through(const LabelPlace& place, const PageBox& box) {
  for (double t = 0.005; t < 0.995; t += 0.01) {
    const double x = place.from_x + t * (place.to_x - place.from_x), y = place.from_y + t * (place.to_y - place.from_y);
    if (x > box.left + 1e-9 && x < box.right - 1e-9 && y > box.top + 1e-9 && y < box.bottom - 1e-9) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a label alone stands to the right of its marker, or where there is room") {
  const auto placed = [](double x, double y) {
    const std::vector<LabelWish> wishes{{x, y, 4, "label"}};
    return place_labels(wishes, markers_of(wishes), page, 12)[0];
  };
  const LabelPlace middle = placed(300, 200);
  CHECK(middle.placed);
  CHECK_FALSE(middle.leader);
  CHECK(middle.box.left > 304);
  CHECK(middle.box.left < 312);
  CHECK(middle.box.right - middle.box.left == doctest::Approx(estimated_text_width("label", 12)));
  CHECK((middle.box.top + middle.box.bottom) / 2 == doctest::Approx(200));
  CHECK(middle.baseline() < middle.box.bottom);
  CHECK(middle.baseline() > 200);
  CHECK(placed(590, 200).box.right < 590);  // at the right edge: to the left
  CHECK(placed(10, 5).box.top >= 0);
}

TEST_CASE("what cannot be placed is said to be so") {
  const std::vector<LabelWish> crowd(500, LabelWish{300, 200, 4, "crowded"});
  const auto places = place_labels(crowd, markers_of(crowd), page, 12);
  int placed = 0;
  for (const LabelPlace& place : places) placed += place.placed ? 1 : 0;
  CHECK(placed >= 4);
  CHECK(placed < 500);
  CHECK(places[0].placed);  // the most important first
  CHECK_FALSE(places[499].placed);
  const std::vector<LabelWish> wide{
      {300, 200, 4, std::string_view("wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww")}};
  CHECK_FALSE(place_labels(wide, {}, page, 12)[0].placed);
  CHECK(place_labels({}, {}, page, 12).empty());
}

TEST_CASE("widths grow with the text; characters count, not bytes") {
  CHECK(estimated_text_width("", 12) == 0);
  CHECK(estimated_text_width("ab", 12) == doctest::Approx(2 * estimated_text_width("a", 12)));
  CHECK(estimated_text_width("a", 24) == doctest::Approx(2 * estimated_text_width("a", 12)));
  CHECK(estimated_text_width("\xC3\xA9", 12) == estimated_text_width("e", 12));
  CHECK(estimated_text_width("\xE6\x97\xA5", 12) > estimated_text_width("e", 12));
  CHECK(estimated_text_width("i", 12) < estimated_text_width("e", 12));
  CHECK(estimated_text_width("W", 12) > estimated_text_width("e", 12));
}

TEST_CASE("no label lies on another, on a marker or on a leader, and none leaves the page") {
  CHECK(rc::check("placement", [] {
    static const std::vector<std::string> names{
        "a", "red", "medium", "a rather long label", "WWW", "\xC3\xA9t\xC3\xA9"};
    std::vector<LabelWish> wishes;
    for (int i = *rc::gen::inRange(1, 60); i > 0; --i)
      wishes.push_back({static_cast<double>(*rc::gen::inRange(0, 600)), static_cast<double>(*rc::gen::inRange(0, 400)),
                        4, names[*rc::gen::inRange<std::size_t>(0, names.size())]});
    const std::vector<PageBox> markers = markers_of(wishes);
    const std::vector<LabelPlace> places = place_labels(wishes, markers, page, 12);
    RC_ASSERT(places.size() == wishes.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!places[i].placed) continue;
      const PageBox& box = places[i].box;
      RC_ASSERT(box.left >= page.left && box.right <= page.right && box.top >= page.top && box.bottom <= page.bottom);
      for (std::size_t j = 0; j < places.size(); ++j) {
        RC_ASSERT(!box.overlaps(markers[j]));
        if (places[i].leader && j != i) RC_ASSERT(!runs_through(places[i], markers[j]));
        if (j == i || !places[j].placed) continue;
        RC_ASSERT(!box.overlaps(places[j].box));
        if (places[i].leader) RC_ASSERT(!runs_through(places[i], places[j].box));
      }
    }
  }));
}
