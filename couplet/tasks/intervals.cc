#include "couplet/tasks/intervals.h"

#include <cmath>

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

namespace {

/// A bound that there is none of, though there is a value: of a count.
Cell bound(double value, double bound) { return std::isnan(bound) && !std::isnan(value) ? Cell() : Cell(bound); }

}  // namespace

void show_reports(const std::vector<MetricReport>& reports, Table& table, const std::vector<Cell>& further) {
  for (const MetricReport& report : reports) {
    std::vector<Cell> cells{report.name,
                            report.estimate.value,
                            bound(report.estimate.value, report.estimate.low),
                            bound(report.estimate.value, report.estimate.high),
                            report.covered,
                            report.total};
    cells.insert(cells.end(), further.begin(), further.end());
    table.row(cells);
  }
}

}  // namespace couplet
