// Nets compute many sentences in one product; equal sentences have equal scores all the same.
#include <doctest/doctest.h>

#include "couplet/methods/completion/blank_questions.h"
#include "couplet/methods/completion/scorers.h"
#include "tests/methods/language_samples.h"

using namespace couplet;

namespace {

Fitted fitted_net(const TemporaryDirectory& place, const std::string& method) {
  const std::string path = put(place / "text", made_up_text(300, 15));
  if (method == "rnnlm") return fit_method("rnnlm", {path}, {{"hidden", "24"}, {"epochs", "1"}});
  return fit_method("context", {path},
                    {{"units", "24"}, {"dimension", "20"}, {"epochs", "1"}, {"min-count", "1"}, {"samples", "8"}});
}

/// Options that no model of the small language knows, the first of them right, among others that it knows.
BlankQuestion unknown_options(int number) {
  const std::string word = "w" + std::to_string(number % 15);
  return {"q" + std::to_string(number),
          {word + " w3 ", " w7 " + std::string(static_cast<std::size_t>(number % 5) * 3, 'w')},
          {{"zzz"}, {"yyy"}, {"xxx"}, {"vvv"}, {"uuu"}},
          0};
}

}  // namespace

TEST_CASE("two options that are unknown tie exactly, alone and among other questions") {
  const TemporaryDirectory place;
  for (const char* method : {"rnnlm", "context"}) {
    CAPTURE(method);
    const Fitted fitted = fitted_net(place, method);
    const auto& model = dynamic_cast<const CompletesSentences&>(*fitted.model);
    std::vector<BlankQuestion> questions;
    for (int i = 0; i < 60; ++i) {
      questions.push_back(unknown_options(i));
      questions.push_back({"k", {"w1 w" + std::to_string(i % 15) + " ", " w4 w5"}, {{"w2"}, {"w3"}, {"w9"}}, 0});
    }
    for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{3}, questions.size()}) {
      const std::span asked(questions.data(), count);
      const auto scores = model.score_questions(asked, Run());
      for (std::size_t q = 0; q < count; q += 2) {
        for (std::size_t o = 1; o < 5; ++o) CHECK(scores[q][o].value == scores[q][0].value);
        CHECK(answer_of(questions[q], scores[q]).chosen == -1);
        CHECK(!answer_of(questions[q], scores[q]).right);
      }
    }
  }
}

TEST_CASE("a question asked many times has the same scores each time") {
  const TemporaryDirectory place;
  std::vector<std::unique_ptr<Model>> models;
  models.push_back(fitted_net(place, "rnnlm").model);
  models.push_back(fitted_net(place, "context").model);
  std::vector<BlankQuestion> questions;
  for (int i = 0; i < 300; ++i)
    questions.push_back({"q", {"w1 w" + std::to_string(i % 4) + " ", " w4"}, {{"w2"}, {"w3"}, {"w9"}}, 0});
  const ScorerTable table = score_all(models, questions, all_scorers(models, questions), Run());
  REQUIRE(table.names == std::vector<std::string>{"rnnlm", "context", "context-blank", "context-prior"});
  for (std::size_t q = 4; q < questions.size(); ++q) CHECK(table.questions[q] == table.questions[q % 4]);
  for (const auto& model : models) {
    const auto scores = dynamic_cast<const CompletesSentences&>(*model).score_questions(questions, Run());
    for (std::size_t q = 4; q < questions.size(); ++q)
      for (std::size_t o = 0; o < 3; ++o) CHECK(scores[q][o].value == scores[q % 4][o].value);
  }
}
