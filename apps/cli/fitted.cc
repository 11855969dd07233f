#include "apps/cli/fitted.h"

#include <nlohmann/json.hpp>

namespace couplet {

void save_fitted(const Fitted& fitted, const std::string& path, Output& output) {
  save_model(*fitted.model, path);
  if (output.json()) {
    auto report = nlohmann::ordered_json::object();
    for (const auto& [name, value] : fitted.report.entries) report[name] = value;
    output.object("fit", {{"model", path}, {"method", fitted.model->header().method}, {"report", report}});
    return;
  }
  Table table(output, "fit", {{"what", CellType::text}, {"value", CellType::text}});
  table.row({"model", path});
  for (const auto& [name, value] : fitted.report.entries) table.row({name, value});
}

void print_plan(Output& output, const std::vector<std::pair<std::string, std::string>>& steps) {
  Table table(output, "plan", {{"step", CellType::text}, {"what", CellType::text}});
  for (const auto& [step, what] : steps) table.row({step, what});
}

}  // namespace couplet
