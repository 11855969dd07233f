#include "couplet/methods/completion/outside_scores.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/methods/completion/scorers.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

const std::vector<BlankQuestion> two_questions{{"1", {"a ", " b"}, {{"x"}, {"y z"}}, 0},
                                               {"2", {"a ", " b ", ""}, {{"x", "y"}, {"y", "x"}}, 1}};

}  // namespace

TEST_CASE("scores of other programs are found by question and option") {
  const TemporaryDirectory place;
  const std::string file =
      put(place / "scores.tsv", "id\trank\toption\tone\ttwo\n1\t1\ty z\t2.5\t\n2\t2\tx | y\t-1e3\t4\n3\t1\tx\t9\t9\n");
  const auto scores = read_outside_scores(file, two_questions);
  REQUIRE(scores.size() == 2);
  CHECK(scores[0].name == "file-one");
  CHECK(scores[1].name == "file-two");
  CHECK(scores[0].values[0][1] == 2.5);
  CHECK(std::isnan(scores[0].values[0][0]));
  CHECK(scores[0].values[1][0] == -1000);
  CHECK(std::isnan(scores[1].values[0][1]));
  CHECK(scores[1].values[1][0] == 4);

  // Chosen by name; a column of an outside scorer that is not there is not known.
  const ScorerTable table = score_all({}, two_questions, Run(), scores);
  const ScorerTable chosen = table.only({"file-two", "file-else"});
  CHECK(chosen.questions[1](0, 0) == 4);
  CHECK(std::isnan(chosen.questions[1](0, 1)));
}

TEST_CASE("scores that fit nothing, or are none") {
  const TemporaryDirectory place;
  const auto refuse = [&](const std::string& content, const std::string& message) {
    const std::string file = put(place / "scores.tsv", content);
    expect_error(ErrorCode::data, file + message, [&] { read_outside_scores(file, two_questions); });
  };
  refuse("id\toption\ts\n1\tx\tmany\n", ":2: 'many' is no number; leave it empty where there is none");
  refuse("id\ts\n1\t2\n",
         ": no column named option; begin with a line of names: id, option, and a name for each column of scores");
  refuse("id\toption\ts\n7\tx\t1\n",
         ": no score of an option of these questions; ids and options must be written as in the questions");
  refuse("id\toption\ts\n1\tx\n", ":2: 2 columns, 3 names; give each column a name, and each line a field a column");
}
