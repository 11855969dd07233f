#include <cmath>

#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/verbs.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"

namespace couplet {

std::string_view unknown_sides(const PairScore& score) {
  if (score.left_known) return score.right_known ? "" : "right";
  return score.right_known ? "left" : "both";
}

int run_score(Arguments& arguments) {
  const auto model = load_model(arguments.positionals[0], all_methods());
  const auto& scorer = capability<ScoresPairs>(*model);
  const DataFiles files = arguments.data_files({arguments.positionals.begin() + 1, arguments.positionals.end()});
  const Run run = make_run(arguments);
  if (arguments.flag("dry-run")) {
    print_plan(arguments, {{"read", describe_file(files.paths[0])}, {"memory", "16384 pairs at a time"}});
    return 0;
  }
  PairInput input(files);
  Table table(*arguments.output, "score", {"pair", "score", "z", "unknown"});
  std::int64_t pairs = 0, unscored = 0;
  {
    Stage stage(*run.observer, "scoring", input.total(), "");
    while (const auto batch = input.next(16384)) {
      for (const PairScore& score : scorer.score(*batch, run)) {
        const bool scored = std::isfinite(score.value);
        unscored += !scored;
        table.row({pairs++, scored ? Cell(score.value) : Cell(), std::isfinite(score.z) ? Cell(score.z) : Cell(),
                   unknown_sides(score)});
      }
      stage.advance_to(input.position());
    }
  }
  report_coverage(arguments, pairs - unscored, pairs, "pairs have a score", input.skipped());
  return 0;
}

}  // namespace couplet
