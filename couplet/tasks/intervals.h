// Metrics with their intervals: the options that several tasks share, and the rows they give.
#pragma once

#include <vector>

#include "couplet/eval/bootstrap.h"
#include "couplet/eval/measure.h"
#include "couplet/tasks/option_schema.h"
#include "couplet/tasks/rows.h"

namespace couplet {

/// --resamples, --level. what: the first one's sentence.
OptionSchema<BootstrapOptions> interval_schema(const char* what = "bootstrap resamples");

/// Columns of the rows "eval".
std::vector<Column> eval_columns();
/// further: cells of columns after those, the same in each row.
void show_reports(const std::vector<MetricReport>& reports, Table& table, const std::vector<Cell>& further = {});

}  // namespace couplet
