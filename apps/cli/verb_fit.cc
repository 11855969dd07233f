#include <chrono>
#include <nlohmann/json.hpp>

#include "apps/cli/fitted.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/methods/registry.h"

namespace couplet {

int run_fit(Arguments& arguments) {
  const Method& method = *arguments.method;
  const Parameters parameters = Parameters::resolve(method.parameters, arguments.method_values());
  const Source data = arguments.data_files(arguments.positionals);
  const std::string path = output_path(arguments);
  const Run run = make_run(arguments);
  if (arguments.flag("dry-run")) {
    std::vector<std::pair<std::string, std::string>> steps;
    for (const std::string& file : data.paths) steps.emplace_back("read", describe_file(file));
    for (auto& step : method.plan(data, parameters, run)) steps.push_back(std::move(step));
    steps.emplace_back("write", path);
    print_plan(arguments, steps);
    return 0;
  }
  const auto start = std::chrono::steady_clock::now();
  Fitted fitted = fit_model(method, data, parameters, all_methods(), run);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  fitted.report.add("seconds", seconds.count(), ".2f");
  finish_fitted(arguments, fitted, path);
  return 0;
}

}  // namespace couplet
