// plot: the map of a table as a picture.
#pragma once

#include <string>

#include "couplet/methods/vectors/table_biplot.h"
#include "couplet/tasks/analysed_table.h"
#include "couplet/tasks/task.h"

namespace couplet {

struct PlotOptions {
  BiplotKind map = BiplotKind::symmetric;
  std::string plane = "1,2";  // the two axes to draw
  std::int64_t labels = 200;  // at most
  std::string title;
};

/// SVG. Error(usage) for a plane that is not two axes of the analysis.
std::string plot(const AnalysedTable& analysed, const PlotOptions& options);

Task plot_task();

}  // namespace couplet
