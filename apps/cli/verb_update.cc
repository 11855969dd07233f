// add, remove and merge: models made of sums change without the other data.
#include <functional>

#include "apps/cli/ability.h"
#include "apps/cli/fitted.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/base/error.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"

namespace couplet {

namespace {

using Change = Fitted (Updates::*)(PairInput&, const Run&) const;

int change(Arguments& arguments, Change how) {
  const std::string path = output_path(arguments);
  if (only_planned(arguments, arguments.positionals, {path})) return 0;
  const auto model = load_model(arguments.positionals[0], all_methods());
  const Run run = make_run(arguments);
  PairInput pairs(arguments.data_files({arguments.positionals.begin() + 1, arguments.positionals.end()}));
  finish_fitted(arguments, (require<Updates>(*model).*how)(pairs, run), path);
  return 0;
}

}  // namespace

int run_add(Arguments& arguments) { return change(arguments, &Updates::with_added); }
int run_remove(Arguments& arguments) { return change(arguments, &Updates::with_removed); }

int run_merge(Arguments& arguments) {
  const std::string path = output_path(arguments);
  if (only_planned(arguments, arguments.positionals, {path})) return 0;
  const Run run = make_run(arguments);
  Fitted merged{load_model(arguments.positionals[0], all_methods()), {}};
  for (std::size_t i = 1; i < arguments.positionals.size(); ++i) {
    const auto next = load_model(arguments.positionals[i], all_methods());
    try {
      merged = require<Updates>(*merged.model).merged_with(*next, run);
    } catch (const Error& error) {
      throw Error(error.code(), arguments.positionals[i], error.problem(), error.remedy());
    }
  }
  finish_fitted(arguments, merged, path);
  return 0;
}

}  // namespace couplet
