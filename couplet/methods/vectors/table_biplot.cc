#include "couplet/methods/vectors/table_biplot.h"

#include <fmt/format.h>

#include <limits>

#include "couplet/base/error.h"

namespace couplet {
namespace {

/// A plane of the analysis and what its coordinates are divided by.
struct Plane {
  Index x, y;  // y < 0: a line
  double x_scale, y_scale;
};

Plane plane_of(const TableAnalysis& analysis, Index x, Index y, bool standard) {
  const Index count = std::ssize(analysis.axes);
  if (count == 1 || x == y) y = -1;
  if (x < 0 || x >= count || y >= count)
    throw Error(ErrorCode::usage, "axes", fmt::format("the table has {} {}", count, count == 1 ? "axis" : "axes"),
                "choose among those");
  const auto scale = [&](Index k) { return standard && k >= 0 ? 1 / analysis.axes[k].singular_value : 1; };
  return {x, y, scale(x), scale(y)};
}

BiplotPoint point_of(std::string_view label, const MatrixD& coordinates, Index i, const Plane& plane) {
  BiplotPoint point{std::string(label), coordinates(i, plane.x) * plane.x_scale, 0};
  if (plane.y >= 0) point.y = coordinates(i, plane.y) * plane.y_scale;
  return point;
}

std::vector<BiplotPoint> points_of(const TablePoints& points, const Plane& plane) {
  std::vector<BiplotPoint> result;
  for (Index i = 0; i < points.mass.size(); ++i) {
    result.push_back(point_of(points.labels.word(i), points.coordinates, i, plane));
    const double x = points.coordinates(i, plane.x), y = plane.y >= 0 ? points.coordinates(i, plane.y) : 0;
    result.back().weight = points.mass[i] * (x * x + y * y);
  }
  return result;
}

/// Supplementary points are few and asked for: they come before all others.
void add_points(std::vector<BiplotPoint>& to, const SupplementaryPoints& points, const Plane& plane) {
  for (Index i = 0; i < points.coordinates.rows(); ++i) {
    to.push_back(point_of(points.labels.word(i), points.coordinates, i, plane));
    to.back().supplementary = true;
    to.back().weight = std::numeric_limits<double>::max();
  }
}

std::string axis_label(const TableAnalysis& analysis, Index k) {
  return k < 0 ? "" : fmt::format("Axis {} ({:.1f} %)", k + 1, 100 * analysis.axes[k].share);
}

}  // namespace

Biplot make_biplot(const TableAnalysis& analysis, BiplotKind kind, Index x_axis, Index y_axis) {
  const Plane rows = plane_of(analysis, x_axis, y_axis, kind == BiplotKind::cols);
  const Plane cols = plane_of(analysis, x_axis, y_axis, kind == BiplotKind::rows);
  Biplot plot;
  plot.x_label = axis_label(analysis, rows.x);
  plot.y_label = axis_label(analysis, rows.y);
  plot.rows = points_of(analysis.rows, rows);
  plot.cols = points_of(analysis.cols, cols);
  return plot;
}

void add_supplementary_rows(Biplot& plot, const TableAnalysis& analysis, const SupplementaryPoints& points,
                            BiplotKind kind, Index x_axis, Index y_axis) {
  add_points(plot.rows, points, plane_of(analysis, x_axis, y_axis, kind == BiplotKind::cols));
}

void add_supplementary_cols(Biplot& plot, const TableAnalysis& analysis, const SupplementaryPoints& points,
                            BiplotKind kind, Index x_axis, Index y_axis) {
  add_points(plot.cols, points, plane_of(analysis, x_axis, y_axis, kind == BiplotKind::rows));
}

}  // namespace couplet
