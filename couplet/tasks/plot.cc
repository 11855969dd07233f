#include "couplet/tasks/plot.h"

#include <charconv>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"

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
          .add("plane", &Options::plane, "the two axes to draw", {.placeholder = "LIST"})
          .add("labels", &Options::labels, "points with a label at most, those that matter most")
          .add("title", &Options::title, "a line above the picture", {.placeholder = "TEXT"})
          .add(extra_tables_schema());
  return made;
}

void check_plot(const Request& request) {
  if (!request.options.has("output"))
    throw Error(ErrorCode::usage, "--output", "where to write the picture is not said", "add -o MAP.svg");
  axes_of(request.options.text("plane"));
}

}  // namespace

std::string plot(const AnalysedTable& analysed, const PlotOptions& options) {
  const auto [x, y] = axes_of(options.plane);
  Biplot plot = make_biplot(analysed.analysis, options.map, x, y);
  if (analysed.extra_rows) add_supplementary_rows(plot, analysed.analysis, *analysed.extra_rows, options.map, x, y);
  if (analysed.extra_cols) add_supplementary_cols(plot, analysed.analysis, *analysed.extra_cols, options.map, x, y);
  plot.title = options.title;
  return biplot_svg(plot, options.labels);
}

Task plot_task() {
  return {.name = "plot",
          .synopsis = "MODEL",
          .summary = "the map of a table: rows and columns as points (SVG)",
          .details =
              "Labels never lie on each other; of many points the least important lose theirs. The axes say their "
              "share of inertia.",
          .examples = {"couplet plot eyes.couplet -o eyes.svg --title 'Eyes and hair'"},
          .inputs = {{"model", InputShape::model}},
          .parameters = plot_schema().parameters(),
          .check = check_plot,
          .run = [](const Request& request, RowSink&, const Run& run) {
            const PlotTaskOptions options = plot_schema().read(request.options);
            const auto model = request.model("model");
            write_file(options.output, plot(analysed_table(*model, options, run), options));
            return Answer();
          }};
}

}  // namespace couplet
