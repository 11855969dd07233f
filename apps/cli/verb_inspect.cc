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
  if (!arguments.output->json()) {
    arguments.output->write(inspect_text(file));
    return 0;
  }
  // "schema" names the kind of every object that the program prints.
  auto object = nlohmann::ordered_json::parse(inspect_json(file));
  object["schema_version"] = object.at("schema");
  object.erase("schema");
  arguments.output->object("model", object);
  return 0;
}

}  // namespace couplet
