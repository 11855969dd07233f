// A model file with its sums repaired: loaded, tested by itself, asked all it can be asked, and saved again.
#include "couplet/base/error.h"
#include "couplet/methods/registry.h"
#include "couplet/methods/vectors/gini.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "couplet/model/inspect.h"
#include "tests/fuzz/forged_model.h"
#include "tests/fuzz/targets.h"

namespace couplet::fuzz {
namespace {

/// Asks; an answer may be an Error, as it may be for a user.
template <class Capability, class Ask>
void ask(const Model& model, Ask&& question) {
  const auto* able = dynamic_cast<const Capability*>(&model);
  if (!able) return;
  try {
    question(*able);
  } catch (const Error& error) {
    require(error.code() != ErrorCode::internal, error.what());
  }
}

/// Words the model may know: those of its self-test.
std::string self_test_words(const Model& model) {
  std::string text;
  for (const SelfTestCase& test : model.header().self_test)
    for (const std::string& input : test.input) text += (text.empty() ? "" : " ") + input.substr(0, 100);
  return text.substr(0, 300);
}

void use(const Model& model) {
  const Run& run = one_thread();
  const std::string text = self_test_words(model);
  PairBatch pair;
  pair.left.texts = {text};
  pair.right.texts = {"the king of an unknown country"};
  ask<Model>(model, [](const Model& m) { run_self_test(m); });
  ask<ScoresPairs>(model, [&](const auto& m) { m.score(pair, run); });
  ask<JudgesPairs>(model, [&](const auto& m) { m.judge(pair, 1, run); });
  ask<ExplainsPairs>(model, [&](const auto& m) { m.explain(text, "the king", run); });
  ask<EmbedsSides>(model, [&](const auto& m) {
    const Embedded left = m.embed(Side::left, pair.left, run), right = m.embed(Side::right, pair.right, run);
    require(left.rows.cols() == m.dimension() && right.rows.cols() == m.dimension(), "rows are of the dimension");
  });
  ask<HasVectors>(model, [&](const auto& m) {
    for (const std::string& word : {std::string("king"), text}) m.find_word(word);
    if (m.vectors().size() > 0) m.find_word(std::string(m.vectors().words().word(m.vectors().size() - 1)));
  });
  ask<FindsWords>(model, [&](const auto& m) { m.origin_of("kings"); });
  ask<ScoresSentences>(model, [&](const auto& m) {
    const std::string sentences[] = {text, "", "the king and the unknown"};
    m.score_sentences(sentences, true, run);
  });
  ask<CompletesSentences>(model, [&](const auto& m) {
    const BlankQuestion question{"1", {"the old ", " of " + text}, {{"king"}, {"unknown"}}, 0};
    m.score_questions({&question, 1}, run);
    m.candidates(question, 3, run);
    m.explain_option(question, 1, run);
  });
  ask<AnalysesTable>(model, [](const auto& m) { m.table(); });
  ask<AnalysesTable>(model, [&](const auto& m) { m.gini(run); });
}

}  // namespace

void read_model(std::string_view bytes) {
  const std::string sealed = resealed(bytes);
  std::unique_ptr<Model> model;
  try {
    const auto kept = std::make_shared<const std::string>(sealed);
    const ModelFile file("forged", *kept, kept);
    inspect_text(file);
    inspect_json(file);
    model = load_model(file, all_methods());
  } catch (const Error& error) {
    require(error.code() == ErrorCode::model, error.what());
    return;
  }
  use(*model);
  ModelWriter writer(model->header());
  model->write(writer);
  require(load_model_bytes(writer.encoded(), all_methods())->header().method == model->header().method,
          "a model that was loaded can be saved");
}

}  // namespace couplet::fuzz
