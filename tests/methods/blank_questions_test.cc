#include "couplet/methods/completion/blank_questions.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/base/expect_error.h"
#include "tests/methods/language_samples.h"

using namespace couplet;

TEST_CASE("questions with a header, with answers by column and by text, for one and two blanks") {
  const TemporaryDirectory place;
  const std::string path =
      put(place / "q.tsv",
          "id\tquestion\ta\tb\tanswer\tsource\n1\tThe ____ barked.\tdog\tstone\ta\tx\n"
          "2\tWhat is _____ may be _____ in large.\tcurative | toxic\tmild .. benign\tmild | benign\t\n");
  const auto questions = read_blank_questions({.paths = {path}}).questions;
  REQUIRE(questions.size() == 2);
  CHECK(questions[0].answer == 0);
  CHECK(questions[0].filled(questions[0].options[1]) == "The stone barked.");
  CHECK(questions[1].blanks() == 2);
  CHECK(questions[1].answer == 1);
  CHECK(questions[1].filled(questions[1].options[0]) == "What is curative may be toxic in large.");
  CHECK(joined_fillers(questions[1].options[1]) == "mild | benign");
}

TEST_CASE("questions without a header have no answers") {
  const TemporaryDirectory place;
  const auto questions = read_blank_questions({.paths = {put(place / "q.tsv", "7\tA ___ b\tx\ty\tz\n")}}).questions;
  REQUIRE(questions.size() == 1);
  CHECK(questions[0].id == "7");
  CHECK(questions[0].options.size() == 3);
  CHECK(questions[0].answer == -1);
}

TEST_CASE("bad questions name their line, or are skipped and counted") {
  const TemporaryDirectory place;
  const std::string head = "id\tquestion\ta\tb\tanswer\n";
  const auto expect = [&](const std::string& line, const std::string& message) {
    const std::string path = put(place / "q.tsv", head + line + "\n");
    expect_error(ErrorCode::data, path + ":2: " + message, [&] { read_blank_questions({.paths = {path}}); });
  };
  expect("1\tNo blank.\tx\ty\ta", "no blank in the question; mark it with _____ (three underscores or more)");
  expect("1\t___ ___ ___\tx\ty\ta", "3 blanks in the question; one or two can be filled");
  expect("1\tA ___ b.\tx",
         "3 columns: options are missing; write id, question and at least two options, separated by tabs");
  expect("1\tA ___ b.\tx\t\ta", "the option '' does not fill the blank; give a word");
  expect("1\tA ___ b ___.\tx | y\tz\ta", "the option 'z' does not fill both blanks; write 'first | second'");
  expect("1\tA ___ b.\tx\ty\tq",
         "the answer 'q' is not among the options; name the column of the right option, or repeat its text");
  const std::string path = put(place / "q.tsv", head + "1\tNo blank.\tx\ty\ta\n2\tA ___.\tx\ty\tb\n");
  const BlankQuestions read = read_blank_questions({.paths = {path}, .on_bad_line = BadLine::skip});
  CHECK(read.bad_lines == 1);
  CHECK(read.questions.size() == 1);
  const std::string empty = put(place / "e.tsv", head);
  expect_error(ErrorCode::data, empty + ": no question in it; give at least one",
               [&] { read_blank_questions({.paths = {empty}}); });
}

TEST_CASE("the best known option is chosen, and a tie is not right") {
  BlankQuestion question;
  question.options = {{"a"}, {"b"}, {"c"}};
  question.answer = 1;
  const double none = std::nan("");
  CHECK(answer_of(question, {{-3, 0}, {-2, 0}, {none, 1}}).right);
  CHECK(!answer_of(question, {{-2, 0}, {-2, 0}, {-5, 0}}).right);
  CHECK(answer_of(question, {{-2, 0}, {-2, 0}, {-5, 0}}).chosen == -1);
  CHECK(!answer_of(question, {{none, 0}, {none, 0}, {none, 0}}).attempted);
}

TEST_CASE("blanks are runs of three or more underscores") {
  CHECK(split_blanks("a _b_ ___ c__d ______.", "") == std::vector<std::string>{"a _b_ ", " c__d ", "."});
  CHECK(split_blanks("____", "") == std::vector<std::string>{"", ""});
}
