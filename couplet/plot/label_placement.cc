#include "couplet/plot/label_placement.h"

#include <algorithm>
#include <cmath>

namespace couplet {
namespace {

struct Direction {
  int x, y;  // of the label seen from the marker: -1, 0 or 1; y downwards
};
constexpr Direction directions[] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}};
constexpr double near_gap = 3;                           // pixels between marker and label
constexpr double far_gaps[] = {14, 24, 36, 50, 66, 84};  // with a leader

struct Segment {
  double x1, y1, x2, y2;
};

/// Whether the segment enters the inside of the box (clipping it by one side after the other).
bool crosses(const Segment& s, const PageBox& box) {
  double first = 0, last = 1;
  const auto clip = [&](double direction, double distance) {  // keeps t with direction * t <= distance
    if (direction == 0) return distance > 0;
    const double t = distance / direction;
    if (direction > 0)
      last = std::min(last, t);
    else
      first = std::max(first, t);
    return first < last;
  };
  const double dx = s.x2 - s.x1, dy = s.y2 - s.y1;
  return clip(-dx, s.x1 - box.left) && clip(dx, box.right - s.x1) && clip(-dy, s.y1 - box.top) &&
         clip(dy, box.bottom - s.y1);
}

/// The label's box at a distance from the marker, in a direction. Diagonal labels come a little closer: their corner is
/// what is near.
PageBox box_at(const LabelWish& wish, Direction d, double gap, double width, double height) {
  const double reach = wish.radius + (d.x != 0 && d.y != 0 ? 0.6 * gap : gap);
  const double left = d.x > 0 ? wish.x + reach : d.x < 0 ? wish.x - reach - width : wish.x - width / 2;
  const double top = d.y > 0 ? wish.y + reach : d.y < 0 ? wish.y - reach - height : wish.y - height / 2;
  return {left, top, left + width, top + height};
}

LabelPlace with_leader(const LabelWish& wish, const PageBox& box) {
  LabelPlace place{true, box, true, wish.x, wish.y, 0, 0};
  place.to_x = std::clamp(wish.x, box.left, box.right);
  place.to_y = std::clamp(wish.y, box.top, box.bottom);
  const double dx = place.to_x - wish.x, dy = place.to_y - wish.y;
  const double outside = (wish.radius + 1) / std::max(std::abs(dx), std::abs(dy));  // the box is further away than that
  place.from_x += dx * outside;
  place.from_y += dy * outside;
  return place;
}

/// What labels before this one have taken.
class Taken {
 public:
  Taken(std::span<const PageBox> obstacles, const PageBox& area)
      : boxes_(obstacles.begin(), obstacles.end()), area_(area) {}

  bool is_free(const LabelPlace& place) const {
    const PageBox& box = place.box;
    if (box.left < area_.left || box.right > area_.right || box.top < area_.top || box.bottom > area_.bottom)
      return false;
    const Segment leader{place.from_x, place.from_y, place.to_x, place.to_y};
    for (const PageBox& other : boxes_)
      if (box.overlaps(other) || (place.leader && crosses(leader, other))) return false;
    for (const Segment& other : leaders_)
      if (crosses(other, box)) return false;
    return true;
  }

  void add(const LabelPlace& place) {
    boxes_.push_back(place.box);
    if (place.leader) leaders_.push_back({place.from_x, place.from_y, place.to_x, place.to_y});
  }

 private:
  std::vector<PageBox> boxes_;
  std::vector<Segment> leaders_;
  PageBox area_;
};

LabelPlace find_place(const LabelWish& wish, const Taken& taken, double width, double height) {
  for (const Direction d : directions) {
    const LabelPlace place{true, box_at(wish, d, near_gap, width, height)};
    if (taken.is_free(place)) return place;
  }
  for (const double gap : far_gaps)
    for (const Direction d : directions) {
      const LabelPlace place = with_leader(wish, box_at(wish, d, gap, width, height));
      if (taken.is_free(place)) return place;
    }
  return {};
}

}  // namespace

double estimated_text_width(std::string_view text, double font_size) {
  constexpr std::string_view narrow = " iIjl.,:;'|!()[]ft", wide = "mwMW@%";
  double ems = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 && byte < 0xC0) continue;  // inside a character
    if (byte >= 0xE3)
      ems += 1.05;  // from U+3000 on: Chinese, Japanese, Korean
    else if (narrow.find(c) != std::string_view::npos)
      ems += 0.4;
    else if (wide.find(c) != std::string_view::npos)
      ems += 1;
    else
      ems += c >= 'A' && c <= 'Z' ? 0.72 : 0.63;
  }
  return ems * font_size;
}

std::vector<LabelPlace> place_labels(std::span<const LabelWish> wishes, std::span<const PageBox> obstacles,
                                     const PageBox& area, double font_size) {
  Taken taken(obstacles, area);
  std::vector<LabelPlace> places;
  places.reserve(wishes.size());
  for (const LabelWish& wish : wishes) {
    places.push_back(find_place(wish, taken, estimated_text_width(wish.text, font_size), 1.2 * font_size));
    if (places.back().placed) taken.add(places.back());
  }
  return places;
}

}  // namespace couplet
