#include "couplet/methods/completion/outside_scores.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/methods/completion/blank_questions.h"
#include "couplet/methods/completion/completion_model.h"
#include "couplet/methods/registry.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"
#include "tests/base/warnings.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

std::vector<BlankQuestion> two_questions() {
  return {{"1", {"a ", " b"}, {{"x"}, {"y z"}}, 0}, {"2", {"a ", " b ", ""}, {{"x", "y"}, {"y", "x"}}, 1}};
}

const std::string lines = "1\ty z\t2.5\t\n2\tx | y\t-1e3\t4\n1\tx\t7\t-\n2\ty | x\t0\t1\n";

/// Twelve questions that a text of three words knows, and scores for them: right ones have 1.
std::string twelve_questions() {
  std::string text = "id\tquestion\ta\tb\tanswer\n";
  for (int i = 0; i < 12; ++i) text += std::to_string(i) + "\tone _____ three\ttwo\tone\ta\n";
  return text;
}
std::string scores_of_twelve() {
  std::string text = "id\toption\tjudge\n";
  for (int i = 0; i < 12; ++i) text += std::to_string(i) + "\ttwo\t1\n" + std::to_string(i) + "\tone\t0\n";
  return text;
}

}  // namespace

TEST_CASE("scores of other programs are found by question and option") {
  const TemporaryDirectory place;
  const std::string file = put(place / "scores.tsv", "id\toption\tone\ttwo\n" + lines + "3\tx\t9\t9\n3\ty\t9\t9\n");
  auto questions = two_questions();
  Warnings warnings;
  Run run;
  run.observer = &warnings;
  CHECK(read_outside_scores(file, questions, run) == 2);
  CHECK(warnings.messages == std::vector<std::string>{file + ": 2 lines belong to no option of these questions"});
  for (const BlankQuestion& question : questions) {
    REQUIRE(question.outside.size() == 2);
    CHECK(question.outside[0].name == "file-one");
    CHECK(question.outside[1].name == "file-two");
  }
  CHECK(questions[0].outside[0].values == std::vector<double>{7, 2.5});
  CHECK(questions[1].outside[0].values == std::vector<double>{-1000, 0});
  CHECK(questions[1].outside[1].values == std::vector<double>{4, 1});
  for (const double value : questions[0].outside[1].values) CHECK(std::isnan(value));

  // Chosen by name; a column of an outside scorer that is not there is not known.
  const std::vector<std::string> wanted{"file-two", "file-else"};
  const ScorerTable chosen = score_all({}, questions, wanted, Run());
  CHECK(chosen.names == wanted);
  CHECK(chosen.questions[1](0, 0) == 4);
  CHECK(std::isnan(chosen.questions[1](0, 1)));
}

TEST_CASE("an option that a question has twice, and what `complete` writes") {
  const TemporaryDirectory place;
  std::vector<BlankQuestion> questions{{"1", {"a ", " b"}, {{"x"}, {"x"}, {"y"}}, 0}};
  const std::string file =
      put(place / "scores.tsv", "id\trank\toption\tscore\tunknown\n1\t1\tx\t3\t0\n1\t2\ty\t2\t0\n");
  CHECK(read_outside_scores(file, questions, Run()) == 0);
  CHECK(questions[0].outside[0].values == std::vector<double>{3, 3, 2});
}

TEST_CASE("scores that fit nothing, are none, or do not cover the questions") {
  const TemporaryDirectory place;
  const auto refuse = [&](const std::string& content, const std::string& message) {
    const std::string file = put(place / "scores.tsv", content);
    auto questions = two_questions();
    expect_error(ErrorCode::data, file + message, [&] { read_outside_scores(file, questions, Run()); });
  };
  const std::string head = "id\toption\ts\n", none = "; leave it empty where the score is not known";
  for (const char* word : {"many", "nan", "NaN", "NAN", "-nan", "nan(1)", "inf", "-inf", "1e999", "1x"})
    refuse(head + "1\tx\t" + word + "\n", std::string(":2: '") + word + "' is no number" + none);
  refuse("id\ts\n1\t2\n",
         ": no column named option; begin with a line of names: id, option, and a name for each column of scores");
  refuse(head + "7\tx\t1\n",
         ": no score of an option of these questions; ids and options must be written as in the questions");
  refuse(head + "1\tx\n", ":2: 2 columns, 3 names; give each column a name, and each line a field a column");
  refuse(head + "1\tx\t1\t2\n", ":2: 4 columns, 3 names; give each column a name, and each line a field a column");
  refuse(head + "1\tx\t1\n2\tx | y\t2\n1\tx\t1\n",
         ":4: question 1, option 'x' has a line already; write one line an option");
  refuse(head + "2\tx | y\t2\n2\ty | x\t1\n1\tx\t1\n",
         ": 1 of 4 options have no score, the first: question 1, option 'y z'; write a line for each option, with an "
         "empty field where the score is not known");
  refuse("id\toption\ta,b\n", ":1: 'a,b' is no name of a scorer; give each column a name without a comma");
  refuse("id\toption\t \n", ":1: '' is no name of a scorer; give each column a name without a comma");
  refuse("id\toption\ta\ta\n", ":1: two columns are named a; give each column a name of its own");
  refuse("id\toption\trank\n", ": no column of scores; write id, option, and a column of numbers a scorer");
  auto questions = two_questions();
  questions[1].id = "1";
  const std::string file = put(place / "scores.tsv", head + lines);
  expect_error(ErrorCode::data,
               "questions: two have the id 1; give each question an id of its own: scores are found by it",
               [&] { read_outside_scores(file, questions, Run()); });
}

TEST_CASE("scorers are named once, and are there") {
  const TemporaryDirectory place;
  const std::string text = put(place / "text", "one two three\none two three\ntwo one three\n"),
                    asked = put(place / "q.tsv", twelve_questions()),
                    scores = put(place / "scores.tsv", scores_of_twelve());
  save_model(*fit_method("ngram", {text}, {{"order", "2"}}, Run()).model, place / "ngram");
  const auto join = [&](const std::string& scorers, const std::vector<std::string>& models) {
    std::vector<std::string> paths{asked};
    paths.insert(paths.end(), models.begin(), models.end());
    return fit_method("completion", paths, {{"scorers", scorers}, {"scores", scores}}, Run());
  };
  const auto refuse = [&](const std::string& scorers, const std::string& message) {
    expect_error(ErrorCode::usage, "--scorers: " + message, [&] { join(scorers, {place / "ngram"}); });
  };
  const std::string those = "; --scores and these models give ngram-kn, file-judge";
  refuse("ngram-kn,file-jugde", "there is no 'file-jugde'" + those);
  refuse("ngram", "there is no 'ngram'; these models give ngram-kn, file-judge");
  refuse("ngram-kn,ngram-kn", "'ngram-kn' stands there twice; name it once");
  refuse("ngram-kn,", "an empty name; write names with commas between");
  refuse(" , ngram-kn", "an empty name; write names with commas between");
  const Fitted joined = join("file-judge, ngram-kn", {place / "ngram"});
  CHECK(joined.report.find("weight of file-judge"));
  CHECK(joined.report.find("weight of ngram-kn"));
  CHECK(!joined.report.find("left out"));
  save_model(*joined.model, place / "joined");
  expect_error(ErrorCode::usage, place / "joined" + ": is a joined model itself; join the models that it was made of",
               [&] { join("", {place / "joined"}); });

  // A model that no wanted scorer needs is not kept.
  const Fitted alone = join("file-judge", {place / "ngram"});
  REQUIRE(alone.report.find("left out"));
  CHECK(alone.report.find("left out")->text() == place / "ngram" + " (ngram): no scorer needs it");
  save_model(*alone.model, place / "alone");
  CHECK(content_of(place / "alone").size() <
        content_of(place / "joined").size() - content_of(place / "ngram").size() / 2);
}

TEST_CASE("a joined model takes scores afterwards, and says when they are missing") {
  const TemporaryDirectory place;
  const std::string text = put(place / "text", "one two three\ntwo one three\n"),
                    asked = put(place / "q.tsv", twelve_questions()),
                    scores = put(place / "scores.tsv", scores_of_twelve());
  save_model(*fit_method("ngram", {text}, {{"order", "2"}}, Run()).model, place / "ngram");
  const Fitted fitted =
      fit_method("completion", {asked, place / "ngram"}, {{"scorers", "file-judge"}, {"scores", scores}}, Run());
  save_model(*fitted.model, place / "joined");
  const auto loaded = load_model(place / "joined", all_methods());
  const auto& model = dynamic_cast<const CompletesSentences&>(*loaded);
  Warnings warnings;
  Run run;
  run.observer = &warnings;
  auto questions = read_blank_questions({.paths = {asked}}).questions;
  CHECK(std::isnan(model.score_questions(questions, run)[0][0].value));
  REQUIRE(warnings.messages.size() == 1);
  CHECK(warnings.messages[0] ==
        "the model was fitted with scores that are not given, and goes by the others (there is none): file-judge; "
        "complete, eval and compare take them with --scores FILE");
  read_outside_scores(scores, questions, run);
  const auto given = model.score_questions(questions, run);
  for (std::size_t q = 0; q < questions.size(); ++q) {
    CHECK(given[q][0].value > given[q][1].value);
    CHECK(answer_of(questions[q], given[q]).right);
  }
  CHECK(warnings.messages.size() == 1);
}

TEST_CASE("models that a chosen scorer needs") {
  const TemporaryDirectory place;
  const std::string text = put(place / "text", "one two three\none two three\ntwo one three\n");
  std::vector<std::unique_ptr<Model>> models;
  for (const char* smoothing : {"kn", "gt", "kn"})
    models.push_back(fit_method("ngram", {text}, {{"order", "2"}, {"smoothing", smoothing}}, Run()).model);
  models.push_back(
      fit_method("lsa", {text}, {{"dimensions", "1"}, {"min-documents", "1"}, {"weighting", "idf=none"}}, Run()).model);
  CHECK(scorer_names(models)[2] == std::vector<std::string>{"ngram-kn-2"});
  const auto needed = [&](const std::vector<std::string>& wanted) { return needed_models(models, wanted); };
  using Flags = std::vector<bool>;
  CHECK(needed({"ngram-gt"}) == Flags{false, true, false, false});
  CHECK(needed({"ngram-kn-2"}) == Flags{true, false, true, false});
  CHECK(needed({"lsa-total"}) == Flags{false, false, false, true});
  CHECK(needed({"lsa-lm"}) == Flags{true, false, false, true});
}
