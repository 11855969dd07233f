// From an analysed table to its map.
#pragma once

#include <string>
#include <string_view>

#include "couplet/methods/vectors/analysis.h"
#include "couplet/plot/biplot_svg.h"

namespace couplet {

/// symmetric: rows and columns in principal coordinates (distances within each set are chi-squared distances).
/// rows: rows principal, columns standard (rows lie in the mean of the columns, by profile). cols: the other way round.
enum class BiplotKind { symmetric, rows, cols };

/// The points on two axes, numbered from 0; a point weighs what it adds to the inertia of the plane. An analysis with
/// one axis only, or x == y, is drawn on a line (y = 0). Error(usage) for an axis there is not. Names and title are
/// left for the caller.
Biplot make_biplot(const TableAnalysis& analysis, BiplotKind kind, Index x_axis = 0, Index y_axis = 1);

/// Adds supplementary points to a plot made with the same kind and axes.
void add_supplementary_rows(Biplot& plot, const TableAnalysis& analysis, const SupplementaryPoints& points,
                            BiplotKind kind, Index x_axis = 0, Index y_axis = 1);
void add_supplementary_cols(Biplot& plot, const TableAnalysis& analysis, const SupplementaryPoints& points,
                            BiplotKind kind, Index x_axis = 0, Index y_axis = 1);

}  // namespace couplet
