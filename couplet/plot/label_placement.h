// Placing labels beside points so that nothing lies on anything else.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// A rectangle of the page, y downwards.
struct PageBox {
  double left, top, right, bottom;
  bool overlaps(const PageBox& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

/// A marker that wants a label.
struct LabelWish {
  double x, y;            // middle of the marker
  double radius;          // half its size
  std::string_view text;  // valid UTF-8
};

struct LabelPlace {
  bool placed = false;  // false: there was no room
  PageBox box{};        // of the text; its baseline is baseline()
  bool leader = false;  // away from its marker: a line from (from_x, from_y) to (to_x, to_y) belongs to it
  double from_x = 0, from_y = 0, to_x = 0, to_y = 0;
  double baseline() const { return box.bottom - 0.25 * (box.bottom - box.top); }
};

/// Estimated width of a text in a sans-serif font, rather too wide than too narrow. Counts characters by class; the
/// font that a viewer takes is not known.
double estimated_text_width(std::string_view text, double font_size);

/// Greedy, in the order given (most important first): each label takes the first free one of eight places around its
/// marker, then of places further away with a leader. Free: inside `area`, off every obstacle (markers) and every label
/// and leader before it. A label that finds no room is not placed. Same input, same places.
/// O(wishes x (wishes + obstacles)).
std::vector<LabelPlace> place_labels(std::span<const LabelWish> wishes, std::span<const PageBox> obstacles,
                                     const PageBox& area, double font_size);

}  // namespace couplet
