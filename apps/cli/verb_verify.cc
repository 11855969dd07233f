#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/terminal.h"
#include "apps/cli/verbs.h"
#include "couplet/base/stop.h"
#include "couplet/methods/registry.h"

namespace couplet {

int run_verify(Arguments& arguments) {
  if (arguments.flag("dry-run")) {
    std::vector<std::pair<std::string, std::string>> steps;
    for (const std::string& path : arguments.positionals) steps.emplace_back("read", describe_file(path));
    print_plan(arguments, steps);
    return 0;
  }
  const double tolerance = arguments.real("tolerance");
  bool all_agree = true;
  Table table(*arguments.output, "verify", {"model", "method", "ok", "difference"});
  for (const std::string& path : arguments.positionals) {
    arguments.stop->check();
    Stage stage(*arguments.terminal, "verifying " + path);
    const std::unique_ptr<Model> model = load_model(path, all_methods());  // checks every sum
    const double difference = run_self_test(*model);
    const bool agrees = difference <= tolerance;
    all_agree = all_agree && agrees;
    table.row({path, model->header().method, agrees, difference});
  }
  return all_agree ? 0 : 1;
}

}  // namespace couplet
