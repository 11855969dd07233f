#include "apps/cli/analysed_table.h"

#include "apps/cli/terminal.h"
#include "couplet/base/error.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"

namespace couplet {
namespace {

CountTable extra_table(const std::string& path, const Run& run) {
  return from_entries(read_table({.path = path}, run));
}

void warn_of_unknown(const Arguments& arguments, const SupplementaryPoints& points, const std::string& path) {
  if (points.unknown.empty()) return;
  arguments.terminal->warn(path + ": " + std::to_string(points.unknown.size()) +
                           " labels are not in the analysed table, like '" + points.unknown.front() +
                           "'; their counts are left out");
}

}  // namespace

AnalysedTable load_analysed(const Arguments& arguments, const std::string& path, const Run& run) {
  AnalysedTable result;
  result.model = load_model(path, all_methods());
  const auto* analyses = dynamic_cast<const AnalysesTable*>(result.model.get());
  if (!analyses)
    throw Error(ErrorCode::model, path, "not a plain correspondence analysis",
                "fit ca, without stop words, similarities and kernels");
  try {
    result.table = &analyses->table();
    result.analysis = analyses->analysis();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::model) throw;
    throw Error(error.code(), path, error.problem(), error.remedy());
  }
  if (const std::string& extra = arguments.text("extra-rows"); !extra.empty()) {
    result.extra_rows = supplementary_rows(result.analysis, extra_table(extra, run));
    warn_of_unknown(arguments, *result.extra_rows, extra);
  }
  if (const std::string& extra = arguments.text("extra-columns"); !extra.empty()) {
    result.extra_cols = supplementary_cols(result.analysis, extra_table(extra, run));
    warn_of_unknown(arguments, *result.extra_cols, extra);
  }
  return result;
}

}  // namespace couplet
