#include "couplet/plot/biplot_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/plot/label_placement.h"
#include "couplet/plot/svg.h"

namespace couplet {
namespace {

constexpr std::size_t most_points = 1500, most_label_characters = 40;
constexpr int most_ticks = 12;
/// Up to here every marker keeps labels away; in a denser cloud only those with a label do.
constexpr std::size_t most_obstacles = 600;

struct Side {
  Marker marker;
  std::string_view colour, text_colour;
};
constexpr Side row_side{Marker::circle, palette::blue, palette::blue_text},
    col_side{Marker::triangle, palette::red, palette::red_text};

struct Drawn {
  const BiplotPoint* point;
  const Side* side;
};

/// How large things are drawn, by the number of labels. No wider than a page shows: labels stay legible.
struct Sizes {
  double width, font, radius;
};
Sizes sizes_for(std::size_t labels) { return labels <= 40 ? Sizes{720, 13, 4.5} : Sizes{960, 12, 3.5}; }

struct LegendLine {
  std::string text;
  const Side* side;
  bool hollow;
};

/// The sides that have points, and what hollow ones are.
std::vector<LegendLine> legend_of(const Biplot& biplot, const std::vector<Drawn>& drawn) {
  std::vector<LegendLine> entries;
  for (const bool hollow : {false, true})
    for (const auto& named : {std::pair{&biplot.rows_name, &row_side}, std::pair{&biplot.cols_name, &col_side}})
      if (std::any_of(drawn.begin(), drawn.end(),
                      [&](const Drawn& d) { return d.side == named.second && d.point->supplementary == hollow; }))
        entries.push_back({*named.first + (hollow ? ", placed afterwards" : ""), named.second, hollow});
  return entries;
}

/// The finite points, heaviest first, rows before columns among equals.
std::vector<Drawn> points_by_weight(const Biplot& biplot) {
  std::vector<Drawn> drawn;
  for (const auto& [points, side] : {std::pair{&biplot.rows, &row_side}, std::pair{&biplot.cols, &col_side}})
    for (const BiplotPoint& point : *points)
      if (std::isfinite(point.x) && std::isfinite(point.y)) drawn.push_back({&point, side});
  std::stable_sort(drawn.begin(), drawn.end(),
                   [](const Drawn& a, const Drawn& b) { return a.point->weight > b.point->weight; });
  return drawn;
}

std::string shortened(const std::string& label) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < label.size(); ++i)
    if ((label[i] & 0xC0) != 0x80 && ++characters > most_label_characters) return label.substr(0, i) + "\u2026";
  return label;
}

struct View {
  SvgPage page;
  SvgCanvas::Range x, y;
};

/// Ranges with the same scale on both axes, the origin and room for labels included; the page is as high as they need,
/// within bounds.
View view_of(const std::vector<Drawn>& drawn, const Sizes& sizes, const std::vector<LegendLine>& legend) {
  double x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  for (const Drawn& d : drawn) {
    x0 = std::min(x0, d.point->x);
    x1 = std::max(x1, d.point->x);
    y0 = std::min(y0, d.point->y);
    y1 = std::max(y1, d.point->y);
  }
  SvgPage page;
  page.width = sizes.width;
  std::vector<std::string> entries;
  for (const LegendLine& entry : legend) entries.push_back(entry.text);
  page.legend_lines = legend_lines(entries, page.width);
  const double width = plot_size(page).width, x_room = 5 * sizes.font, y_room = 3 * sizes.font;
  const double least = 0.45 * width, most = 0.9 * width;
  double units = (x1 - x0) / (width - 2 * x_room);  // data units a pixel
  units = std::max(units, (y1 - y0) / (most - 2 * y_room));
  if (!(units > 0)) units = 1 / width;
  const double height = std::clamp((y1 - y0) / units + 2 * y_room, least, most);
  page = page_for_plot_height(page, std::round(height));
  const double half_x = units * width / 2, half_y = units * plot_size(page).height / 2;
  const double mid_x = (x0 + x1) / 2, mid_y = (y0 + y1) / 2;
  page.tick_step = axis_tick_step(mid_x - half_x, mid_x + half_x, most_ticks);
  return {page, {mid_x - half_x, mid_x + half_x}, {mid_y - half_y, mid_y + half_y}};
}

/// Labels of the points, which are the most important of all; the number that found room.
std::size_t draw_labels(SvgCanvas& canvas, const View& view, const std::vector<Drawn>& drawn, std::size_t labels,
                        const Sizes& sizes) {
  std::vector<std::string> texts;
  std::vector<LabelWish> wishes;
  std::vector<PageBox> obstacles;
  texts.reserve(labels);  // the wishes point into it
  const double r = sizes.radius;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const double x = canvas.px(drawn[i].point->x), y = canvas.py(drawn[i].point->y);
    if (i < labels) {
      texts.push_back(shortened(drawn[i].point->label));
      wishes.push_back({x, y, r, texts.back()});
    }
    if (i < labels || drawn.size() <= most_obstacles) obstacles.push_back({x - r, y - r, x + r, y + r});
  }
  const PageBox area{canvas.px(view.x.low) + 2, canvas.py(view.y.high) + 2, canvas.px(view.x.high) - 2,
                     canvas.py(view.y.low) - 2};
  const std::vector<LabelPlace> places = place_labels(wishes, obstacles, area, sizes.font);
  std::size_t placed = 0;
  for (const LabelPlace& place : places)
    if (place.leader) canvas.add(svg_line(place.from_x, place.from_y, place.to_x, place.to_y, palette::leader));
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i].placed) continue;
    ++placed;
    const PageBox& box = places[i].box;  // rather too wide for its text, which keeps to the side of the marker
    const auto [x, anchor] = box.left > wishes[i].x    ? std::pair{box.left, "start"}
                             : box.right < wishes[i].x ? std::pair{box.right, "end"}
                                                       : std::pair{(box.left + box.right) / 2, "middle"};
    canvas.add(svg_text(x, places[i].baseline(), texts[i], anchor, drawn[i].side->text_colour, sizes.font, true));
  }
  return placed;
}

/// In reverse: the heaviest on top.
void draw_markers(SvgCanvas& canvas, const std::vector<Drawn>& drawn, std::size_t labels, const Sizes& sizes) {
  for (std::size_t i = drawn.size(); i-- > 0;) {
    const BiplotPoint& point = *drawn[i].point;
    const bool minor = i >= labels;
    const MarkerStyle style{drawn[i].side->marker, drawn[i].side->colour, minor ? 0.6 * sizes.radius : sizes.radius,
                            point.supplementary, minor ? 0.4 : 1.0};
    canvas.add(svg_marker(canvas.px(point.x), canvas.py(point.y), style, point.label));
  }
}

std::string note_on(std::size_t points, std::size_t drawn, std::size_t labelled) {
  std::string note;
  if (labelled < points) note = fmt::format("{} of {} labels shown", labelled, points);
  if (drawn < points) note += fmt::format(", {} points drawn", drawn);
  return note;
}

}  // namespace

std::string biplot_svg(const Biplot& biplot, std::int64_t most_labels) {
  std::vector<Drawn> drawn = points_by_weight(biplot);
  const std::size_t points = drawn.size();
  if (drawn.size() > most_points) drawn.resize(most_points);
  const std::size_t labels = std::min(drawn.size(), static_cast<std::size_t>(std::max<std::int64_t>(most_labels, 0)));
  const Sizes sizes = sizes_for(labels);
  const std::vector<LegendLine> legend = legend_of(biplot, drawn);
  const View view = view_of(drawn, sizes, legend);
  SvgCanvas canvas(biplot.title, biplot.x_label, biplot.y_label, view.x, view.y, view.page);
  canvas.line(view.x.low, 0, view.x.high, 0, palette::origin, true);
  canvas.line(0, view.y.low, 0, view.y.high, palette::origin, true);
  draw_markers(canvas, drawn, labels, sizes);
  const std::size_t labelled = draw_labels(canvas, view, drawn, labels, sizes);
  for (const LegendLine& entry : legend)
    canvas.legend(entry.text, entry.side->colour, entry.side->marker, entry.hollow);
  canvas.add(svg_text(canvas.px(view.x.high), view.page.height - 12, note_on(points, drawn.size(), labelled), "end",
                      palette::axis, 12));
  return canvas.svg();
}

}  // namespace couplet
