#include "couplet/couplet.h"

#include <doctest/doctest.h>

#include <thread>

#include "tests/base/expect_error.h"

using namespace couplet;

namespace {

const std::vector<std::string> english = {"the cat sleeps", "the dog barks", "a cat drinks milk", "the dog sleeps"};
const std::vector<std::string> french = {"le chat dort", "le chien aboie", "un chat boit du lait", "le chien dort"};

std::shared_ptr<const LoadedModel> pairs_model() {
  Fitted fitted = fit("phsic", pairs_in_memory(english, french), {{"encoder", "lsa:3"}});
  return std::make_shared<LoadedModel>("pairs", std::move(fitted.model));
}

std::shared_ptr<const LoadedModel> words_model() {
  Fitted fitted = fit("sgns",
                      texts_in_memory({"the cat sleeps near the dog", "the dog sleeps near the cat",
                                       "a king rules the land", "a queen rules the land"}),
                      {{"dimensions", "3"}, {"min-count", "1"}});
  return std::make_shared<LoadedModel>("words", std::move(fitted.model));
}

std::string text_at(const CollectedRows& rows, std::size_t row, const char* column) {
  return std::get<std::string>(rows.at(row, column));
}

}  // namespace

TEST_CASE("fit from memory, score, rank, explain, filter") {
  const auto model = pairs_model();
  const Run run;
  CollectedRows rows;
  score(*model, pairs_in_memory(english, french), {}, rows, run);
  REQUIRE(rows.size() == 4);
  const double first = std::get<double>(rows.at(0, "score"));
  score(*model, pairs_in_memory({"xyzzy"}, {"le chat"}), {}, rows, run);
  CHECK(std::holds_alternative<std::monostate>(rows.at(0, "score")));
  CHECK(text_at(rows, 0, "unknown") == "left");

  rank_among(*model, {english, {}}, {french, {}}, {.top = 1}, rows, run);
  REQUIRE(rows.size() == 4);
  CHECK(text_at(rows, 2, "text") == french[2]);

  const Explanation why = explain(*model, english[0], french[0], run);
  CHECK(why.score == doctest::Approx(first));
  double sum = 0;
  for (const Reason& reason : why.reasons)
    if (reason.kind == "word pair") sum += reason.value;
  CHECK(sum == doctest::Approx(first));
  show_explanation(why, english[0], french[0], 1, rows);
  double shown = 0;
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (text_at(rows, i, "kind") == "word pair") shown += std::get<double>(rows.at(i, "value"));
  CHECK(shown == doctest::Approx(first));

  FilterRule rule;
  rule.keep_best = 3;
  const FilteredPairs filtered = filter_pairs(*model, pairs_in_memory(english, french), rule, run);
  CHECK(std::count(filtered.reasons.begin(), filtered.reasons.end(), "") == 3);
  expect_error(
      ErrorCode::usage,
      "how much to keep is not said; give one of --keep-fraction X, --keep-best N, --min-z X and --min-quality X",
      [&] { filter_pairs(*model, pairs_in_memory(english, french), {}, run); });
}

TEST_CASE("a model loads from its bytes and is the same") {
  const auto model = pairs_model();
  ModelWriter writer(model->model().header());
  model->model().write(writer);
  const auto again = LoadedModel::from_bytes("copy", writer.encoded());
  CHECK(again->name() == "copy");
  CollectedRows a, b;
  score(*model, pairs_in_memory(english, french), {}, a, Run());
  score(*again, pairs_in_memory(english, french), {}, b, Run());
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i] == b[i]);
}

TEST_CASE("what is expensive to make for a model is made once and shared by threads") {
  const auto model = words_model();
  std::vector<const WordSearch*> seen(8);
  {
    std::vector<std::jthread> threads;
    for (auto& search : seen) threads.emplace_back([&] { search = &model->word_search(Run()); });
  }
  for (const WordSearch* search : seen) CHECK(search == seen[0]);
  CollectedRows rows;
  CHECK(search_words(*model, {"cat"}, {.top = 2}, rows, Run()) == 1);
  CHECK(rows.size() == 2);
}

TEST_CASE("a model asked for what it cannot do says what it can") {
  expect_error(
      ErrorCode::model,
      "a model of sgns cannot filter pairs; its verbs are score, rank, search, explain, eval, compare, classify, "
      "mine, embed, convert",
      [] { words_model()->require<JudgesPairs>(); });
  expect_error(ErrorCode::usage, "unknown method 'phsik'; did you mean 'phsic'?",
               [] { fit("phsik", pairs_in_memory(english, french)); });
}

TEST_CASE("mining and classifying across languages") {
  Fitted fitted = fit("cca", pairs_in_memory(english, french), {{"dimensions", "2"}, {"min-documents", "1"}});
  const LoadedModel model("space", std::move(fitted.model));
  const Run run;
  const auto mined = mine(model, {english, {}}, {french, {}}, 0, run);
  REQUIRE_FALSE(mined.empty());
  for (const MinedPair& pair : mined) CHECK(pair.score > 0);
  const LabelledTexts labelled{{"cat", "dog", "cat", "dog"}, {english, {}}};
  const auto labels = classify(model, labelled, {{french[2], "zzz"}, {}}, {}, run);
  REQUIRE(labels.size() == 2);
  CHECK(labels[0].label == "cat");
  CHECK_FALSE(labels[1].known);
}
