#include <charconv>

#include "apps/cli/analysed_table.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/methods/vectors/table_biplot.h"

namespace couplet {
namespace {

/// "1,2" as axis numbers from 0.
std::pair<Index, Index> plane_option(const std::string& text) {
  std::pair<Index, Index> plane{0, 0};
  const char *const begin = text.data(), *const end = begin + text.size();
  const auto first = std::from_chars(begin, end, plane.first);
  const bool comma = first.ec == std::errc() && first.ptr != end && *first.ptr == ',';
  const auto second = comma ? std::from_chars(first.ptr + 1, end, plane.second) : first;
  if (!comma || second.ec != std::errc() || second.ptr != end || plane.first < 1 || plane.second < 1)
    throw Error(ErrorCode::usage, "--plane", "'" + text + "' is not two axes", "write 1,2");
  return {plane.first - 1, plane.second - 1};
}

}  // namespace

int run_plot(Arguments& arguments) {
  const std::string& path = arguments.positionals[0];
  if (!arguments.has("output"))
    throw Error(ErrorCode::usage, "--output", "where to write the picture is not said", "add -o MAP.svg");
  if (only_planned(arguments, {path, arguments.text("extra-rows"), arguments.text("extra-columns")},
                   {arguments.text("output")}))
    return 0;
  const auto [x, y] = plane_option(arguments.text("plane"));
  const AnalysedTable analysed = load_analysed(arguments, path, make_run(arguments));
  const BiplotKind kind = parse_biplot_kind(arguments.text("map"));
  Biplot plot = make_biplot(analysed.analysis, kind, x, y);
  if (analysed.extra_rows) add_supplementary_rows(plot, analysed.analysis, *analysed.extra_rows, kind, x, y);
  if (analysed.extra_cols) add_supplementary_cols(plot, analysed.analysis, *analysed.extra_cols, kind, x, y);
  plot.title = arguments.text("title");
  AtomicFile file(arguments.text("output"));
  file.write(biplot_svg(plot, arguments.integer("labels")));
  file.commit();
  return 0;
}

}  // namespace couplet
