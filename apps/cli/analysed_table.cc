#include "apps/cli/analysed_table.h"

#include "apps/cli/terminal.h"
#include "couplet/base/error.h"
#include "couplet/methods/registry.h"
#include "couplet/methods/vectors/vectors_model.h"
#include "couplet/model/method.h"

namespace couplet {
namespace {

const KeptTable& require_kept(const Model& model, const std::string& path) {
  const auto* vectors = dynamic_cast<const VectorsModel*>(&model);
  const std::string* plain = model.header().find_detail("plain");
  if (!vectors || model.header().method != "ca" || !plain || *plain != "yes")
    throw Error(ErrorCode::model, path, "not a plain correspondence analysis",
                "fit ca, without stop words, similarities and kernels");
  if (!vectors->kept())
    throw Error(ErrorCode::model, path, "the model does not keep its table", "fit with --keep-table");
  return *vectors->kept();
}

CountTable extra_table(const std::string& path, const Run& run) {
  return from_entries(read_table({.paths = {path}}, TableLayout::table, run));
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
  const KeptTable& kept = require_kept(*result.model, path);
  result.table = &kept.table;
  result.analysis = analyse_table(kept.table, kept.decomposition.u, kept.decomposition.s, kept.decomposition.v);
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
