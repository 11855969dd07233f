#include "couplet/tasks/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/plot/picture_file.h"

namespace couplet {
namespace {

/// "1,2" as axis numbers from 0.
std::pair<Index, Index> axes_of(const std::string& text) {
  std::pair<Index, Index> plane{0, 0};
  const char *const begin = text.data(), *const end = begin + text.size();
  const auto first = std::from_chars(begin, end, plane.first);
  const bool comma = first.ec == std::errc() && first.ptr != end && *first.ptr == ',';
  const auto second = comma ? std::from_chars(first.ptr + 1, end, plane.second) : first;
  if (!comma || second.ec != std::errc() || second.ptr != end || plane.first < 1 || plane.second < 1)
    throw Error(ErrorCode::usage, "--plane", "'" + text + "' is not two axes", "write 1,2");
  return {plane.first - 1, plane.second - 1};
}

/// Which sides a map shows.
std::pair<bool, bool> rows_and_columns(const CountTable& table, PlotSides points) {
  const bool same = std::ranges::equal(table.rows.bytes(), table.cols.bytes()) &&
                    std::ranges::equal(table.rows.offsets(), table.cols.offsets());
  return {points != PlotSides::columns,
          points == PlotSides::columns || points == PlotSides::both || (points == PlotSides::automatic && !same)};
}

/// What the legend calls rows and columns.
std::pair<std::string, std::string> names_of(const CountTable& table, const std::string& given) {
  if (!given.empty()) {
    const std::size_t comma = given.find(',');
    if (comma == std::string::npos || comma == 0 || comma + 1 == given.size())
      throw Error(ErrorCode::usage, "--names", "'" + given + "' is not two names", "write eyes,hair");
    return {given.substr(0, comma), given.substr(comma + 1)};
  }
  const auto named = [](const std::string& name, const char* otherwise) { return name.empty() ? otherwise : name; };
  if (!table.pipeline.empty()) return {"words", "their neighbours"};
  return {named(table.row_name, "rows"), named(table.col_name, "columns")};
}

std::string title_of(const Biplot& plot) {
  std::string what;
  for (const auto& [points, name] : {std::pair{&plot.rows, &plot.rows_name}, std::pair{&plot.cols, &plot.cols_name}})
    if (!points->empty()) what += fmt::format("{}{} ({})", what.empty() ? "" : " and ", *name, points->size());
  return "Correspondence analysis: " + what;
}

struct PlotTaskOptions : PlotOptions, ExtraTables {
  std::string output;
};

const OptionSchema<PlotTaskOptions>& plot_schema() {
  using Options = PlotTaskOptions;
  static const auto made =
      OptionSchema<Options>()
          .add("output", &Options::output, output_help,
               {.placeholder = "FILE", .letter = 'o', .type = ParameterType::output})
          .add("map", &Options::map,
               {{"symmetric", BiplotKind::symmetric}, {"rows", BiplotKind::rows}, {"columns", BiplotKind::cols}},
               "symmetric: both in principal coordinates; rows: rows lie in the mean of their columns; columns: the "
               "reverse")
          .add("points", &Options::points,
               {{"auto", PlotSides::automatic},
                {"both", PlotSides::both},
                {"rows", PlotSides::rows},
                {"columns", PlotSides::columns}},
               "what to draw; auto: both, but rows alone where the columns are the same labels again, as words and "
               "their "
               "neighbours are")
          .add("names", &Options::names, "the names of rows and columns in the legend; usually the table's own",
               {.placeholder = "LIST"})
          .add("plane", &Options::plane, "the two axes to draw", {.placeholder = "LIST"})
          .add("labels", &Options::labels, "points with a label at most, those that matter most")
          .add("title", &Options::title, "a line above the picture; usually it says what is drawn",
               {.placeholder = "TEXT"})
          .add(extra_tables_schema());
  return made;
}

void check_plot(const Request& request) {
  if (!request.options.has("output"))
    throw Error(ErrorCode::usage, "--output", "where to write the picture is not said", "add -o MAP.svg");
  const PlotTaskOptions options = plot_schema().read(request.options);
  check_picture_name("--output", options.output);
  axes_of(options.plane);
}

}  // namespace

std::string plot(const AnalysedTable& analysed, const PlotOptions& options) {
  const auto [x, y] = axes_of(options.plane);
  Biplot plot = make_biplot(analysed.analysis, options.map, x, y);
  std::tie(plot.rows_name, plot.cols_name) = names_of(*analysed.table, options.names);
  const auto [rows, columns] = rows_and_columns(*analysed.table, options.points);
  if (!rows) plot.rows.clear();
  if (!columns) plot.cols.clear();
  if (analysed.extra_rows) add_supplementary_rows(plot, analysed.analysis, *analysed.extra_rows, options.map, x, y);
  if (analysed.extra_cols) add_supplementary_cols(plot, analysed.analysis, *analysed.extra_cols, options.map, x, y);
  plot.title = options.title.empty() ? title_of(plot) : options.title;
  return biplot_svg(plot, options.labels);
}

Task plot_task() {
  return {.name = "plot",
          .synopsis = "MODEL",
          .summary = "the map of a table: rows and columns as points (SVG)",
          .details =
              "Labels never lie on each other; of many points the least important lose theirs. The axes say their "
              "share of inertia. Points placed afterwards (--extra-rows, --extra-columns) are hollow.",
          .examples = {"couplet plot eyes.couplet -o eyes.svg --title 'Eyes and hair'"},
          .inputs = {{"model", InputShape::model}},
          .parameters = plot_schema().parameters(),
          .minor = true,  // brief help is one screen
          .check = check_plot,
          .run = [](const Request& request, RowSink&, const Run& run) {
            const PlotTaskOptions options = plot_schema().read(request.options);
            const auto model = request.model("model");
            write_file(options.output, plot(analysed_table(*model, request, run), options));
            return Answer();
          }};
}

}  // namespace couplet
