// plot: the map of a table as a picture.
#pragma once

#include <string>

#include "couplet/methods/vectors/table_biplot.h"
#include "couplet/tasks/analysed_table.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// Which points a map shows. automatic: both, but the rows alone where the columns are the same labels again.
enum class PlotSides { automatic, both, rows, columns };

struct PlotOptions {
  BiplotKind map = BiplotKind::symmetric;
  PlotSides points = PlotSides::automatic;
  std::string plane = "1,2";  // the two axes to draw
  std::int64_t labels = 200;  // at most
  std::string names;          // of the two variables, "eyes,hair"; empty: as the table's header has them
  std::string title;          // empty: says what is drawn
};

/// SVG. Error(usage) for a plane that is not two axes of the analysis.
std::string plot(const AnalysedTable& analysed, const PlotOptions& options);

Task plot_task();

}  // namespace couplet
