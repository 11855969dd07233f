#include "couplet/tasks/analysed_table.h"

#include <fmt/format.h>

#include "couplet/base/error.h"
#include "couplet/model/capabilities.h"
#include "couplet/text/table_reader.h"

namespace couplet {
namespace {

CountTable extra_table(const std::string& path, const Run& run) {
  Source source;
  source.paths = {path};
  return from_entries(read_table(source, TableLayout::table, run));
}

void warn_of_unknown(const SupplementaryPoints& points, const std::string& path, const Run& run) {
  if (points.unknown.empty()) return;
  run.observer->warn(fmt::format("{}: {} labels are not in the analysed table, like '{}'; their counts are left out",
                                 path, points.unknown.size(), points.unknown.front()));
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

AnalysedTable analysed_table(const LoadedModel& model, const ExtraTables& extra, const Run& run) {
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
  if (!extra.extra_rows.empty()) {
    result.extra_rows = supplementary_rows(result.analysis, extra_table(extra.extra_rows, run));
    warn_of_unknown(*result.extra_rows, extra.extra_rows, run);
  }
  if (!extra.extra_columns.empty()) {
    result.extra_cols = supplementary_cols(result.analysis, extra_table(extra.extra_columns, run));
    warn_of_unknown(*result.extra_cols, extra.extra_columns, run);
  }
  return result;
}

}  // namespace couplet
