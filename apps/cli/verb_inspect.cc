#include "couplet/model/inspect.h"

#include <nlohmann/json.hpp>

#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"

namespace couplet {

int run_inspect(Arguments& arguments) {
  const std::string& path = arguments.positionals[0];
  if (arguments.flag("dry-run")) {
    print_plan(arguments, {{"read", describe_file(path)}});
    return 0;
  }
  const ModelFile file(path);
  if (arguments.output->json())
    arguments.output->object("model", nlohmann::ordered_json::parse(inspect_json(file)));
  else
    arguments.output->write(inspect_text(file));
  return 0;
}

}  // namespace couplet
