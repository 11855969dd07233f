#include "apps/cli/arguments.h"
#include "apps/cli/help.h"
#include "apps/cli/output.h"
#include "apps/cli/verbs.h"
#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/methods/registry.h"

namespace couplet {

int run_help(const Arguments& arguments) {
  Output& output = *arguments.output;
  const bool man = arguments.own.flag("man");
  if (arguments.own.has("man-pages")) {
    for (const auto& [name, page] : man_pages()) write_file(arguments.own.text("man-pages") + "/" + name + ".1", page);
  } else if (arguments.own.has("completion")) {
    output.write(completion_script(arguments.own.text("completion")));
  } else if (arguments.positionals.empty()) {
    output.write(man ? man_page() : full_help());
  } else {
    const Verb& verb = find_verb(arguments.positionals[0]);
    const Method* method = verb.method.empty() ? nullptr : &find_method(all_methods(), verb.method);
    if (arguments.positionals.size() > 1) {
      if (!verb.takes_method)
        throw Error(ErrorCode::usage, "", "unexpected argument '" + arguments.positionals[1] + "'",
                    "use: couplet help " + verb.name);
      method = &method_named(arguments.positionals[1]);
    }
    output.write(man ? man_page(verb, method) : full_help(verb, method));
  }
  return 0;
}

}  // namespace couplet
