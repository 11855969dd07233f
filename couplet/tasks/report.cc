#include "couplet/tasks/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/methods/vectors/contingency_tests.h"
#include "couplet/methods/vectors/gini.h"
#include "couplet/model/capabilities.h"

namespace couplet {
namespace {

using enum CellType;

void report_axes(const TableAnalysis& analysis, RowSink& rows) {
  Table table(rows, "axes",
              {{"axis", integer}, {"singular_value", real}, {"inertia", real}, {"share", real}, {"cumulative", real}});
  std::int64_t number = 0;
  for (const TableAxis& axis : analysis.axes)
    table.row({++number, axis.singular_value, axis.inertia, axis.share, axis.cumulative});
}

/// label, kind, mass, inertia, quality on the axes shown, then coordinate, contribution and cos2 of each axis shown.
void report_points(const TablePoints& points, const std::optional<SupplementaryPoints>& extra, std::int64_t wanted,
                   RowSink& rows) {
  const Index axes = std::min<Index>(points.coordinates.cols(), std::max<std::int64_t>(1, wanted));
  std::vector<Column> columns = {{"label", text}, {"kind", text}, {"mass", real}, {"inertia", real}, {"quality", real}};
  for (Index k = 1; k <= axes; ++k)
    for (const char* const what : {"coordinate", "contribution", "cos2"})
      columns.push_back({fmt::format("{}_{}", what, k), real});
  Table table(rows, "points", columns);
  const VectorD quality = quality_on(points.cos2, axes);
  for (Index i = 0; i < points.mass.size(); ++i) {
    std::vector<Cell> cells = {points.labels.word(i), "active", points.mass[i], points.inertia_share[i], quality[i]};
    for (Index k = 0; k < axes; ++k)
      cells.insert(cells.end(), {points.coordinates(i, k), points.contributions(i, k), points.cos2(i, k)});
    table.row(cells);
  }
  if (!extra) return;
  const VectorD extra_quality = quality_on(extra->cos2, axes);
  for (Index i = 0; i < extra->coordinates.rows(); ++i) {
    std::vector<Cell> cells = {extra->labels.word(i), "supplementary", Cell(), Cell(), extra_quality[i]};
    for (Index k = 0; k < axes; ++k) cells.insert(cells.end(), {extra->coordinates(i, k), Cell(), extra->cos2(i, k)});
    table.row(cells);
  }
}

void report_cells(const CountTable& counts, std::int64_t top, RowSink& rows, const Run& run) {
  const CellResiduals residuals = cell_residuals(counts, top > 0 ? top : counts.counts.rows() * counts.counts.cols());
  if (!residuals.every_cell)
    run.observer->warn("a big table: only cells with a count are looked at, and adjusted p-values are upper bounds");
  Table table(rows, "cells",
              {{"row", text},
               {"column", text},
               {"count", real},
               {"expected", real},
               {"residual", real},
               {"p", real},
               {"adjusted_p", real}});
  for (const CellResidual& cell : residuals.cells)
    table.row({counts.rows.word(cell.row), counts.cols.word(cell.col), cell.count, cell.expected, cell.residual, cell.p,
               cell.adjusted_p});
}

void report_tests(const AnalysedTable& analysed, RowSink& rows, const Run& run) {
  const ContingencyTests tests = test_independence(*analysed.table);
  if (!tests.whole_counts)
    run.observer->warn("not all counts are whole numbers: the p-values suppose counts of independent observations");
  if (tests.below_five > 0.2)
    run.observer->warn(
        fmt::format("{:.0f} % of the cells expect fewer than 5: the p-values are rough", 100 * tests.below_five));
  Table table(rows, "tests", {{"what", text}, {"value", real}, {"p", real}});
  table.row({"total", tests.total, Cell()});
  table.row({"total inertia", analysed.analysis.total_inertia, Cell()});
  table.row({"degrees of freedom", tests.degrees, Cell()});
  table.row({"chi-squared", tests.chi2, tests.chi2_p});
  table.row({"G", tests.g, tests.g_p});
  table.row({"Cramer's V", tests.cramers_v, Cell()});
  table.row({"smallest expected count", tests.smallest_expected, Cell()});
}

/// The capability, with errors that name the file.
template <class Work>
void with_table(const LoadedModel& model, Work&& work) {
  const auto* analyses = model.as<AnalysesTable>();
  if (!analyses)
    throw Error(ErrorCode::model, model.name(), "has no table", "fit ca, gini or another of the job vectors");
  try {
    work(*analyses);
  } catch (const Error& error) {
    throw Error(error.code(), error.place().empty() ? model.name() : error.place(), error.problem(), error.remedy());
  }
}

void report_gini(const LoadedModel& model, RowSink& rows, const Run& run) {
  with_table(model, [&](const AnalysesTable& analyses) {
    const RotatedGini gini = analyses.gini(run);
    Table table(rows, "gini", {{"what", text}, {"value", real}});
    table.row({"variance of rows", gini.row_variance});
    table.row({"variance of columns", gini.col_variance});
    table.row({"covariance", gini.covariance});
  });
}

/// The largest entries of R first; equals in the order of the table.
void report_rotation(const LoadedModel& model, std::int64_t top, RowSink& rows, const Run& run) {
  with_table(model, [&](const AnalysesTable& analyses) {
    const RotatedGini gini = analyses.gini(run);
    const MatrixD& rotation = gini.rotation;
    std::vector<std::pair<double, Index>> order(rotation.size());
    for (Index at = 0; at < rotation.size(); ++at)
      order[at] = {-std::abs(rotation(at / rotation.cols(), at % rotation.cols())), at};
    std::sort(order.begin(), order.end());
    if (top > 0) order.resize(std::min(order.size(), static_cast<std::size_t>(top)));
    Table table(rows, "rotation", {{"row", text}, {"column", text}, {"value", real}});
    for (const auto& [size, at] : order) {
      const Index i = at / rotation.cols(), j = at % rotation.cols();
      table.row({gini.table->rows.word(i), gini.table->cols.word(j), rotation(i, j)});
    }
  });
}

/// A histogram: what training pairs score when they are re-paired.
void report_random(const LoadedModel& model, RowSink& rows) {
  constexpr std::size_t bins = 60;
  const std::vector<double> scores = model.require<ScoresRandomPairs>().random_scores();
  if (scores.empty())
    throw Error(ErrorCode::model, model.name(), "kept fewer than two training pairs", "fit it on more pairs");
  const auto [least, most] = std::minmax_element(scores.begin(), scores.end());
  const double low = *least, width = std::max((*most - low) / bins, std::numeric_limits<double>::min());
  std::vector<std::int64_t> counts(bins, 0);
  for (const double score : scores) ++counts[std::min(bins - 1, static_cast<std::size_t>((score - low) / width))];
  Table table(rows, "random", {{"from", real}, {"to", real}, {"pairs", integer}});
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const double from = low + width * static_cast<double>(bin);
    table.row({from, from + width, counts[bin]});
  }
}

struct ReportOptions : ExtraTables {
  std::int64_t axes = 2, top = 10;
};

const OptionSchema<ReportOptions>& report_schema() {
  static const auto made = OptionSchema<ReportOptions>()
                               .add("axes", &ReportOptions::axes, "how many axes to show for rows and columns")
                               .add(extra_tables_schema())
                               .add("top", &ReportOptions::top, top_help, {.letter = 'k'});
  return made;
}

std::string part_of(const Request& request) {
  const std::vector<std::string>& part = request.all("part");
  return part.empty() ? "axes" : part[0];
}

void check_part(const std::string& what) {
  for (const char* known : {"axes", "rows", "columns", "cells", "tests", "gini", "rotation", "random"})
    if (what == known) return;
  throw Error(ErrorCode::usage, what, "is not a part of the report",
              "use axes, rows, columns, cells, tests, gini, rotation or random");
}

}  // namespace

void report(const AnalysedTable& analysed, const std::string& what, std::int64_t axes, std::int64_t top, RowSink& rows,
            const Run& run) {
  check_part(what);
  if (what == "axes") report_axes(analysed.analysis, rows);
  if (what == "rows") report_points(analysed.analysis.rows, analysed.extra_rows, axes, rows);
  if (what == "columns") report_points(analysed.analysis.cols, analysed.extra_cols, axes, rows);
  if (what == "cells") report_cells(*analysed.table, top, rows, run);
  if (what == "tests") report_tests(analysed, rows, run);
}

Task report_task() {
  return {
      .name = "report",
      .synopsis = "MODEL [PART]",
      .summary = "what correspondence analysis says, or what random pairs score",
      .details =
          "PART is one of: axes (the default): singular values and shares of inertia. rows, columns: mass, share of "
          "inertia, quality "
          "(how much of the point's inertia the axes shown hold), and for each axis the "
          "coordinate, contribution and squared cosine; further ones can be placed among them. cells: "
          "standardised residuals, "
          "largest first, p-values adjusted by Benjamini and Hochberg. tests: chi-squared and G tests of "
          "independence. gini, rotation, of any method of the job vectors that kept its table: Gini's variance of rows "
          "and columns and their covariance under the best rotation, and that rotation, largest entries first. "
          "random, of phsic: what training pairs score when they are re-paired, as a histogram.",
      .examples = {"couplet report eyes.couplet", "couplet report eyes.couplet rows",
                   "couplet report eyes.couplet cells --top 3", "couplet report eyes.couplet tests",
                   "couplet report gini.couplet gini", "couplet report pairs.couplet random"},
      .inputs = {{"model", InputShape::model}, {"part", InputShape::text, 0, 1}},
      .parameters = report_schema().parameters(),
      .check =
          [](const Request& request) {
            const std::string part = part_of(request);
            check_part(part);
            const bool points = part == "rows" || part == "columns";
            if (!points) refuse_unused(request, part, {"axes"});
            if (part != "rows") refuse_unused(request, part, {"extra-rows"});
            if (part != "columns") refuse_unused(request, part, {"extra-columns"});
            if (part != "cells" && part != "rotation") refuse_unused(request, part, {"top"});
          },
      .run =
          [](const Request& request, RowSink& rows, const Run& run) {
            const ReportOptions options = report_schema().read(request.options);
            const auto model = request.model("model");
            if (part_of(request) == "gini")
              report_gini(*model, rows, run);
            else if (part_of(request) == "rotation")
              report_rotation(*model, options.top, rows, run);
            else if (part_of(request) == "random")
              report_random(*model, rows);
            else
              report(analysed_table(*model, request, run), part_of(request), options.axes, options.top, rows, run);
            return Answer();
          }};
}

}  // namespace couplet
