#include "couplet/model/capabilities.h"

#include <cmath>

#include "couplet/base/error.h"
#include "couplet/model/sentences.h"

namespace couplet {
namespace {

template <class Capability>
void add_ability(const Model& model, std::string& abilities) {
  if (!dynamic_cast<const Capability*>(&model)) return;
  if (!abilities.empty()) abilities += ", ";
  abilities += Capability::verb;
}

}  // namespace

std::string abilities_of(const Model& model) {
  std::string abilities;
  add_ability<ScoresPairs>(model, abilities);
  add_ability<ScoresSentences>(model, abilities);
  add_ability<EmbedsSides>(model, abilities);
  add_ability<HasVectors>(model, abilities);
  add_ability<JudgesPairs>(model, abilities);
  add_ability<CompletesSentences>(model, abilities);
  add_ability<ExplainsPairs>(model, abilities);
  add_ability<Updates>(model, abilities);
  return abilities;
}

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

}  // namespace couplet
