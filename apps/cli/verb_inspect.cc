#include "couplet/model/inspect.h"

#include <nlohmann/json.hpp>

#include "apps/cli/arguments.h"
#include "apps/cli/fitted.h"

namespace couplet {

int run_inspect(const Arguments& arguments) {
  const std::string& path = arguments.positionals[0];
  if (arguments.common.flag("dry-run")) {
    print_plan(*arguments.output, {{"read", describe_file(path)}});
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
