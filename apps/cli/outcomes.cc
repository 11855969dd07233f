#include "apps/cli/outcomes.h"

#include <cmath>

#include "apps/cli/analogies.h"
#include "apps/cli/opposite_report.h"
#include "apps/cli/pair_ranks.h"
#include "apps/cli/sentence_scores.h"
#include "couplet/base/error.h"

namespace couplet {

bool asks_for_outcomes(const Arguments& arguments) {
  const int asked = arguments.flag("questions") + arguments.flag("opposites") + arguments.flag("retrieval") +
                    arguments.has("analogy");
  const int otherwise = arguments.has("lists") + arguments.has("label") + arguments.has("value");
  if (asked > 0 && asked + otherwise > 1)
    throw Error(ErrorCode::usage, "", "more than one option says what is right", "give one of them");
  return asked > 0;
}

std::vector<ItemOutcomes> outcomes_of(const Arguments& arguments, const std::string& system, const std::string& gold,
                                      const Run& run) {
  if (arguments.flag("questions")) return {{"accuracy", question_outcomes(arguments, system, gold, run).right, true}};
  if (arguments.flag("opposites")) {
    std::vector<double> right;
    for (const OppositeAnswer& answer : answered_opposites(arguments, system, gold, run).answers)
      right.push_back(answer.right);
    return {{"recall", std::move(right), true}};
  }
  if (arguments.has("analogy")) {
    std::vector<double> right = answered_analogies(arguments, system, gold, run).outcomes;
    for (double& value : right)
      if (std::isnan(value)) value = 0;
    return {{"accuracy-all", std::move(right), true}};
  }
  const RetrievalRanks ranks = retrieval_ranks_of(arguments, system, {gold}, run);
  return {{"accuracy", accuracies(ranks), false}, {"mrr", reciprocal_ranks(ranks), false}};
}

}  // namespace couplet
