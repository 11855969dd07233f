// What report and plot start from: a model that keeps its table, analysed, with further rows and columns placed in it.
#pragma once

#include <memory>
#include <optional>

#include "apps/cli/arguments.h"
#include "couplet/base/run.h"
#include "couplet/methods/vectors/analysis.h"
#include "couplet/model/model.h"

namespace couplet {

struct AnalysedTable {
  std::unique_ptr<Model> model;
  const CountTable* table = nullptr;  // the model's
  TableAnalysis analysis;
  std::optional<SupplementaryPoints> extra_rows, extra_cols;  // --extra-rows, --extra-columns
};

/// Loads a model of plain correspondence analysis; Error(model) for another one, or one without its table. Labels of
/// the extra files that the table does not have are warned of.
AnalysedTable load_analysed(const Arguments& arguments, const std::string& path, const Run& run);

}  // namespace couplet
