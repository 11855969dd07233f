#include "apps/cli/fitted.h"

#include <nlohmann/json.hpp>

namespace couplet {

void save_fitted(const Fitted& fitted, const std::string& path, Output& output) {
  save_model(*fitted.model, path);
  if (output.json()) {
    auto report = nlohmann::ordered_json::object();
    for (const ReportEntry& entry : fitted.report.entries)
      std::visit([&](const auto& value) { report[entry.name] = value; }, entry.value);
    output.object("fit", {{"model", path}, {"method", fitted.model->header().method}, {"report", report}});
    return;
  }
  Table table(output, "fit", {{"what", CellType::text}, {"value", CellType::text}});
  table.row({"model", path});
  for (const ReportEntry& entry : fitted.report.entries) table.row({entry.name, entry.text()});
}

void print_report(const FitReport& report, const std::string& kind, Output& output) {
  if (output.json()) {
    for (const ReportEntry& entry : report.entries)
      std::visit(
          [&](const auto& value) {
            output.object(kind, {{"what", entry.name}, {"value", value}});
          },
          entry.value);
    return;
  }
  Table table(output, kind, {{"what", CellType::text}, {"value", CellType::text}});
  for (const ReportEntry& entry : report.entries) table.row({entry.name, entry.text()});
}

void print_plan(Output& output, const std::vector<std::pair<std::string, std::string>>& steps) {
  Table table(output, "plan", {{"step", CellType::text}, {"what", CellType::text}});
  for (const auto& [step, what] : steps) table.row({step, what});
}

}  // namespace couplet
