#include <fmt/format.h>

#include <chrono>

#include "apps/cli/arguments.h"
#include "apps/cli/fitted.h"
#include "couplet/base/error.h"
#include "couplet/base/segment_store.h"
#include "couplet/methods/registry.h"
#include "couplet/tasks/file_check.h"

namespace couplet {

int run_fit(const Arguments& arguments) {
  const Method& method = *arguments.method;
  const Parameters parameters = Parameters::resolve(method.parameters, arguments.method_values);
  const Data data = Request{.words = {{"data", arguments.positionals}}, .options = arguments.own}.source("data");
  const std::string& path = arguments.own.text("output");
  const bool partial = parameters.known("partial") && parameters.has("partial");
  if (path.empty() && !partial)
    throw Error(ErrorCode::usage, "--output", "where to save the model is not said", "add -o MODEL.couplet");
  RequestFiles files{.read = data.paths, .written = path.empty() ? std::vector<std::string>() : std::vector{path}};
  files.add(method.parameters, parameters);
  files.add(common_parameters(), arguments.common);
  check_files(files);
  tell_published(arguments, method.parameters, parameters);
  const Run run = make_run(arguments);
  if (arguments.common.flag("dry-run")) {
    std::vector<std::pair<std::string, std::string>> steps;
    for (const std::string& file : data.paths) steps.emplace_back("read", describe_file(file));
    for (auto& step : method.plan(data, parameters, run)) steps.push_back(std::move(step));
    if (!path.empty()) steps.emplace_back("write", path);
    print_plan(*arguments.output, steps);
    return 0;
  }
  if (uses_standard_output(files)) arguments.output->use_standard_error(arguments.common.flag("quiet"));
  const auto start = std::chrono::steady_clock::now();
  Fitted fitted;
  try {
    fitted = fit_model(method, data, parameters, all_methods(), run);
  } catch (const PartDone& part) {
    FitReport report;
    report.add("part", parameters.text("partial"));
    report.add("pass", part.pass);
    report.add("segments", fmt::format("{} of {}; the others are not all there yet", part.done, part.segments));
    print_report(report, "fit", *arguments.output);
    return 0;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  fitted.report.add("seconds", seconds.count(), ".2f");
  if (path.empty())
    print_report(fitted.report, "fit", *arguments.output);
  else if (run.team->is_first())
    save_fitted(fitted, path, *arguments.output);
  return 0;
}

}  // namespace couplet
