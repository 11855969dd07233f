#include <cmath>

#include "apps/cli/ability.h"
#include "apps/cli/output.h"
#include "apps/cli/run.h"
#include "apps/cli/sentence_scores.h"
#include "apps/cli/verbs.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"

namespace couplet {

std::string_view unknown_sides(const PairScore& score) {
  if (score.left_known) return score.right_known ? "" : "right";
  return score.right_known ? "left" : "both";
}

/// How a word was had, where that is not by itself.
static std::string way_of(const FindsWords& model, const std::string& text) {
  const std::string way = model.origin_of(text).way;
  return way == "itself" ? "" : way;
}

int run_score(Arguments& arguments) {
  const auto model = load_model(arguments.positionals[0], all_methods());
  const Source files = arguments.data_files({arguments.positionals.begin() + 1, arguments.positionals.end()});
  const Run run = make_run(arguments);
  if (arguments.flag("dry-run")) {
    print_plan(arguments,
               {{"read", describe_file(files.paths[0])}, {"memory", "16384 pairs (or 4096 sentences) at a time"}});
    return 0;
  }
  if (const auto* sentences = dynamic_cast<const ScoresSentences*>(model.get()))
    return print_sentence_scores(arguments, *sentences, run);
  const auto& scorer = require<ScoresPairs>(*model);
  PairInput input(files);
  const auto* finds = dynamic_cast<const FindsWords*>(model.get());
  std::vector<std::string> columns{"pair", "score", "z", "unknown"};
  const auto* probabilities = dynamic_cast<const GivesProbabilities*>(model.get());
  if (probabilities) columns.emplace_back("probability");
  if (finds) columns.insert(columns.end(), {"left_way", "right_way"});
  Table table(*arguments.output, "score", columns);
  std::int64_t pairs = 0, unscored = 0;
  {
    Stage stage(*run.observer, "scoring", input.total(), "");
    while (const auto batch = input.next(16384)) {
      const std::vector<PairScore> scores = scorer.score(*batch, run);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        const PairScore& score = scores[i];
        const bool scored = std::isfinite(score.value);
        unscored += !scored;
        std::vector<Cell> cells{pairs++, scored ? Cell(score.value) : Cell(),
                                std::isfinite(score.z) ? Cell(score.z) : Cell(), unknown_sides(score)};
        if (probabilities) cells.push_back(scored ? Cell(probabilities->probability(score.value)) : Cell());
        if (!finds) {
          table.row(cells);
          continue;
        }
        const std::string left = way_of(*finds, batch->left.texts[i]), right = way_of(*finds, batch->right.texts[i]);
        cells.insert(cells.end(), {left, right});
        table.row(cells);
      }
      stage.advance_to(input.position());
    }
  }
  report_coverage(arguments, pairs - unscored, pairs, "pairs have a score", input.skipped());
  return 0;
}

}  // namespace couplet
