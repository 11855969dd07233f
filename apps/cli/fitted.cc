#include "apps/cli/fitted.h"

#include <nlohmann/json.hpp>

#include "apps/cli/output.h"
#include "couplet/base/error.h"

namespace couplet {

std::string output_path(const Arguments& arguments) {
  if (!arguments.has("output"))
    throw Error(ErrorCode::usage, "--output", "where to save the model is not said", "add -o MODEL.couplet");
  return arguments.text("output");
}

void finish_fitted(const Arguments& arguments, const Fitted& fitted, const std::string& path) {
  save_model(*fitted.model, path);
  if (arguments.output->json()) {
    auto report = nlohmann::ordered_json::object();
    for (const ReportEntry& entry : fitted.report.entries)
      std::visit([&](const auto& value) { report[entry.name] = value; }, entry.value);
    arguments.output->object("fit", {{"model", path}, {"method", fitted.model->header().method}, {"report", report}});
    return;
  }
  Table table(*arguments.output, "fit", {"what", "value"});
  table.row({"model", path});
  for (const ReportEntry& entry : fitted.report.entries) table.row({entry.name, entry.text()});
}

}  // namespace couplet
