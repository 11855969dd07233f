#include "apps/cli/ability.h"

#include "couplet/model/capabilities.h"

namespace couplet {
namespace {

template <class Capability>
bool can(const Model& model) {
  return dynamic_cast<const Capability*>(&model) != nullptr;
}

/// "score, rank, embed": in the order of help.
std::string verbs_of(const Model& model) {
  const bool pairs = can<ScoresPairs>(model), texts = can<EmbedsSides>(model), blanks = can<CompletesSentences>(model),
             sentences = can<ScoresSentences>(model), words = can<HasVectors>(model);
  std::string verbs;
  const auto add = [&](bool has, const char* names) {
    if (has) verbs += (verbs.empty() ? "" : ", ") + std::string(names);
  };
  add(pairs || sentences, "score");
  add(pairs || texts, "rank");
  add(words, "search");
  add(can<JudgesPairs>(model), "filter");
  add(blanks, "complete");
  add(can<ExplainsPairs>(model) || blanks, "explain");
  add(pairs || sentences || blanks || words, "eval");
  add(pairs || blanks, "compare");
  add(texts, "classify, mine, embed");
  add(can<Updates>(model), "add, remove, merge");
  add(words, "convert");
  return verbs;
}

}  // namespace

Error lacks_ability(const Model& model, const char* what) {
  const std::string verbs = verbs_of(model);
  return Error(ErrorCode::model, "", "a model of " + model.header().method + " cannot " + what,
               verbs.empty() ? "other methods start from it" : "its verbs are " + verbs);
}

}  // namespace couplet
