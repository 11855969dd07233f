#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/cli/analysed_table.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/terminal.h"
#include "apps/cli/verbs.h"
#include "couplet/base/error.h"
#include "couplet/methods/vectors/contingency_tests.h"

namespace couplet {
namespace {

void report_axes(const Arguments& arguments, const TableAnalysis& analysis) {
  Table table(*arguments.output, "axes", {"axis", "singular_value", "inertia", "share", "cumulative"});
  std::int64_t number = 0;
  for (const TableAxis& axis : analysis.axes)
    table.row({++number, axis.singular_value, axis.inertia, axis.share, axis.cumulative});
}

/// label, kind, mass, inertia, quality, then coordinate, contribution and cos2 of each axis shown.
void report_points(const Arguments& arguments, const TablePoints& points, const SupplementaryPoints* extra) {
  const Index axes = std::min<Index>(points.coordinates.cols(), std::max<std::int64_t>(1, arguments.integer("axes")));
  std::vector<std::string> columns = {"label", "kind", "mass", "inertia", "quality"};
  for (Index k = 1; k <= axes; ++k)
    for (const char* const what : {"coordinate", "contribution", "cos2"})
      columns.push_back(fmt::format("{}_{}", what, k));
  Table table(*arguments.output, "points", columns);
  for (Index i = 0; i < points.mass.size(); ++i) {
    std::vector<Cell> cells = {points.labels.word(i), "active", points.mass[i], points.inertia_share[i],
                               points.quality[i]};
    for (Index k = 0; k < axes; ++k)
      cells.insert(cells.end(), {points.coordinates(i, k), points.contributions(i, k), points.cos2(i, k)});
    table.row(cells);
  }
  if (!extra) return;
  for (Index i = 0; i < extra->coordinates.rows(); ++i) {
    std::vector<Cell> cells = {extra->labels.word(i), "supplementary", Cell(), Cell(), extra->quality[i]};
    for (Index k = 0; k < axes; ++k) cells.insert(cells.end(), {extra->coordinates(i, k), Cell(), extra->cos2(i, k)});
    table.row(cells);
  }
}

void report_cells(const Arguments& arguments, const CountTable& counts) {
  const std::int64_t top = arguments.integer("top");
  const CellResiduals residuals = cell_residuals(counts, top > 0 ? top : counts.counts.rows() * counts.counts.cols());
  if (!residuals.every_cell)
    arguments.terminal->warn(
        "a big table: only cells with a count are looked at, and adjusted p-values are upper bounds");
  Table table(*arguments.output, "cells", {"row", "column", "count", "expected", "residual", "p", "adjusted_p"});
  for (const CellResidual& cell : residuals.cells)
    table.row({counts.rows.word(cell.row), counts.cols.word(cell.col), cell.count, cell.expected, cell.residual, cell.p,
               cell.adjusted_p});
}

void report_tests(const Arguments& arguments, const AnalysedTable& analysed) {
  const ContingencyTests tests = test_independence(*analysed.table);
  if (!tests.whole_counts)
    arguments.terminal->warn(
        "not all counts are whole numbers: the p-values suppose counts of independent observations");
  if (tests.below_five > 0.2)
    arguments.terminal->warn(
        fmt::format("{:.0f} % of the cells expect fewer than 5: the p-values are rough", 100 * tests.below_five));
  Table table(*arguments.output, "tests", {"what", "value", "p"});
  table.row({"total", tests.total, Cell()});
  table.row({"total inertia", analysed.analysis.total_inertia, Cell()});
  table.row({"degrees of freedom", tests.degrees, Cell()});
  table.row({"chi-squared", tests.chi2, tests.chi2_p});
  table.row({"G", tests.g, tests.g_p});
  table.row({"Cramer's V", tests.cramers_v, Cell()});
  table.row({"smallest expected count", tests.smallest_expected, Cell()});
}

}  // namespace

int run_report(Arguments& arguments) {
  const std::string& path = arguments.positionals[0];
  const std::string what = arguments.positionals.size() > 1 ? arguments.positionals[1] : "axes";
  const std::vector<std::string> known = {"axes", "rows", "columns", "cells", "tests"};
  if (std::find(known.begin(), known.end(), what) == known.end())
    throw Error(ErrorCode::usage, what, "is not a part of the report", "use axes, rows, columns, cells or tests");
  if (only_planned(arguments, {path, arguments.text("extra-rows"), arguments.text("extra-columns")})) return 0;
  const AnalysedTable analysed = load_analysed(arguments, path, make_run(arguments));
  const auto extra = [](const std::optional<SupplementaryPoints>& points) { return points ? &*points : nullptr; };
  if (what == "axes") report_axes(arguments, analysed.analysis);
  if (what == "rows") report_points(arguments, analysed.analysis.rows, extra(analysed.extra_rows));
  if (what == "columns") report_points(arguments, analysed.analysis.cols, extra(analysed.extra_cols));
  if (what == "cells") report_cells(arguments, *analysed.table);
  if (what == "tests") report_tests(arguments, analysed);
  return 0;
}

}  // namespace couplet
