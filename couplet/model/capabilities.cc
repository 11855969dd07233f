#include "couplet/model/capabilities.h"

#include <cmath>

#include "couplet/base/error.h"

namespace couplet {

std::vector<double> self_test_score(const ScoresPairs& model, const std::vector<std::string>& input) {
  if (input.size() != 2) throw Error(ErrorCode::model, "self-test", "an input is not a pair");
  PairBatch pair;
  pair.left.texts = {input[0]};
  pair.right.texts = {input[1]};
  Run alone;
  alone.pool = Pool(1);
  const double value = model.score(pair, alone)[0].value;
  return {std::isnan(value) ? 0 : value};
}

Fitted Merges::merged_with(const std::vector<const Model*>& others, const Run& run) const {
  for (const Model* other : others) require_mergeable(*other);
  return with_self_test(merge(others, run));
}

}  // namespace couplet
