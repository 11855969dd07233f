#include "couplet/tasks/analysed_table.h"

#include <fmt/format.h>

#include "couplet/base/error.h"
#include "couplet/model/capabilities.h"
#include "couplet/text/table_reader.h"

namespace couplet {
namespace {

using Place = SupplementaryPoints (*)(const TableAnalysis& analysis, const CountTable& extra);

/// Nothing where the option was not given.
std::optional<SupplementaryPoints> extra_points(const TableAnalysis& analysis, Place place, const Request& request,
                                                const char* option, const Run& run) {
  if (!request.options.has(option)) return std::nullopt;
  const Data table = request.data_of_option(option, {});
  auto points = place(analysis, from_entries(read_table(table, TableLayout::table, run)));
  if (!points.unknown.empty())
    run.observer->warn(fmt::format("{}: {} labels are not in the analysed table, like '{}'; their counts are left out",
                                   table.rows ? option : table.name(), points.unknown.size(), points.unknown.front()));
  return points;
}

}  // namespace

OptionSchema<ExtraTables> extra_tables_schema() {
  return OptionSchema<ExtraTables>()
      .add("extra-rows", &ExtraTables::extra_rows,
           "a table of further rows to place in the analysis, with the columns' labels",
           {.placeholder = "FILE", .type = ParameterType::file})
      .add("extra-columns", &ExtraTables::extra_columns, "a table of further columns, with the rows' labels",
           {.placeholder = "FILE", .type = ParameterType::file});
}

AnalysedTable analysed_table(const LoadedModel& model, const Request& request, const Run& run) {
  const auto* analyses = model.as<AnalysesTable>();
  if (!analyses)
    throw Error(ErrorCode::model, model.name(), "not a plain correspondence analysis",
                "fit ca, without stop words, similarities and kernels");
  AnalysedTable result;
  try {
    result.table = &analyses->table();
    result.analysis = analyses->analysis();
  } catch (const Error& error) {
    throw Error(error.code(), model.name(), error.problem(), error.remedy());
  }
  result.extra_rows = extra_points(result.analysis, supplementary_rows, request, "extra-rows", run);
  result.extra_cols = extra_points(result.analysis, supplementary_cols, request, "extra-columns", run);
  return result;
}

}  // namespace couplet
