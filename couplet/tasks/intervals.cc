#include "couplet/tasks/intervals.h"

namespace couplet {

OptionSchema<BootstrapOptions> interval_schema(const char* what) {
  return OptionSchema<BootstrapOptions>()
      .add("resamples", &BootstrapOptions::resamples, what, {.maximum = 1e8})
      .add("level", &BootstrapOptions::level, "confidence level of the intervals");
}

std::vector<Column> eval_columns() {
  using enum CellType;
  return {{"metric", text}, {"value", real}, {"low", real}, {"high", real}, {"covered", integer}, {"total", integer}};
}

void show_reports(const std::vector<MetricReport>& reports, Table& table) {
  for (const MetricReport& report : reports)
    table.row(
        {report.name, report.estimate.value, report.estimate.low, report.estimate.high, report.covered, report.total});
}

}  // namespace couplet
