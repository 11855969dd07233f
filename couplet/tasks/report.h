// report: what correspondence analysis says about a table.
#pragma once

#include <string>

#include "couplet/tasks/analysed_table.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// what: "axes" (rows "axes"), "rows" and "columns" (rows "points", with `axes` axes), "cells" (the `top` largest
/// residuals, 0: all) or "tests". Error(usage) otherwise.
void report(const AnalysedTable& analysed, const std::string& what, std::int64_t axes, std::int64_t top, RowSink& rows,
            const Run& run);

Task report_task();

}  // namespace couplet
