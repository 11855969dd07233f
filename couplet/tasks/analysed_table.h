// What report and plot start from: a model that keeps its table, analysed, with further rows and columns placed in it.
#pragma once

#include <optional>
#include <string>

#include "couplet/base/run.h"
#include "couplet/methods/vectors/analysis.h"
#include "couplet/tasks/option_schema.h"
#include "couplet/tasks/task.h"

namespace couplet {

struct AnalysedTable {
  const CountTable* table = nullptr;  // the model's
  TableAnalysis analysis;
  std::optional<SupplementaryPoints> extra_rows, extra_cols;
};

/// Tables of further rows and columns, for the schema: files, or rows that a door has (Request::given).
struct ExtraTables {
  std::string extra_rows, extra_columns;
};
OptionSchema<ExtraTables> extra_tables_schema();

/// Error(model) for another model than a plain correspondence analysis that kept its table. Labels of the extra tables
/// that the analysed one does not have are warned of.
AnalysedTable analysed_table(const LoadedModel& model, const Request& request, const Run& run);

}  // namespace couplet
