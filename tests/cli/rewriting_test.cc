// Labelled sentence pairs through the program: fit rewriting, score, rank, eval, compare, explain, and bad input.
#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/cli/pair_files.h"
#include "tests/cli/run_program.h"

namespace {

/// Left, right, label, question: the right side exchanges the names (1), or repeats the left (0).
std::string labelled() {
  const std::vector<std::string> names = {"anna", "ben", "clara", "dora"};
  std::string tsv;
  for (std::size_t i = 0; i < 24; ++i) {
    const std::string &a = names[i % 4], &b = names[(i + 1 + i / 8) % 4];
    const bool label = i % 2 == 0;
    tsv += a + " buys from " + b + " the boat\t" + (label ? b : a) + " buys from " + (label ? a : b) + " the boat\t" +
           (label ? "1" : "0") + "\tq" + std::to_string(i / 4) + "\n";
  }
  return tsv;
}

struct TrainedRules {
  const TemporaryDirectory directory;
  std::string data = directory.put("labelled.tsv", labelled()), model = directory.file("rules.couplet");
  TrainedRules() {
    succeed({"fit", "rewriting", data, "--columns", "1,2", "--kernel", "srk:2-3", "--folds", "4", "-o", model});
  }
};

}  // namespace

TEST_CASE("rewriting: scores with probabilities, and none for an empty side") {
  const TrainedRules trained;
  const std::string pairs =
      trained.directory.put("p.tsv", "ben buys from dora the boat\tdora buys from ben the boat\n\tdora buys\n");
  const Finished scored = run_couplet({"score", trained.model, pairs});
  CHECK(scored.code == 0);
  CHECK(scored.err == "couplet: warning: 1 of 2 pairs have a score\n");
  const auto rows = cells_of(scored.out);
  CHECK(rows[0] == std::vector<std::string>{"pair", "score", "z", "unknown", "probability"});
  CHECK(std::stod(rows[1][1]) > 0);
  CHECK(std::stod(rows[1][4]) > 0.5);
  CHECK(rows[2][1].empty());
  CHECK(rows[2][3] == "left");
  CHECK(rows[2][4].empty());
}

TEST_CASE("rewriting: rank by question and among a file, eval by question") {
  const TrainedRules trained;
  const auto ranked = succeed_json({"rank", trained.model, trained.data, "--columns", "1,2", "--group", "4"});
  REQUIRE(ranked.size() == 24);
  CHECK(ranked[0].at("query") == 0);
  for (std::size_t i = 0; i < 24; i += 4) CHECK(ranked[i].at("candidate").get<int>() % 2 == 0);
  const auto found =
      cells_of(succeed({"eval", trained.model, trained.data, "--columns", "1,2", "--label", "3", "--group", "4"}));
  CHECK(found[1][0] == "map");
  CHECK(found[1][1] == "1");
  const std::string query = trained.directory.put("q.txt", "ben buys from dora the boat\n"),
                    texts =
                        trained.directory.put("t.txt", "ben buys from dora the boat\ndora buys from ben the boat\n");
  const auto among = succeed_json({"rank", trained.model, query, "--among", texts, "--top", "1"});
  REQUIRE(among.size() == 1);
  CHECK(among[0].at("candidate") == 1);
}

TEST_CASE("rewriting: explanations have notes and add up") {
  const TrainedRules trained;
  const auto rows = succeed_json(
      {"explain", trained.model, "ben buys from dora the boat", "dora buys from ben the boat", "--top", "2"});
  double sum = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) sum += rows[i].at("value").get<double>();
  CHECK(rows[0].at("kind") == "score");
  CHECK(sum == doctest::Approx(rows[0].at("value").get<double>()));
  CHECK(rows[1].at("kind") == "rule");
  CHECK(rows[1].at("note").get<std::string>().starts_with("srk k="));
}

TEST_CASE("rewriting: held-out scores go into compare, decisions and questions") {
  const TemporaryDirectory directory;
  const std::string data = directory.put("labelled.tsv", labelled()), rules = directory.file("rules.tsv"),
                    words = directory.file("words.tsv"), model = directory.file("m.couplet");
  succeed({"fit", "rewriting", data, "--columns", "1,2", "--kernel", "srk:2-3", "--folds", "4", "--save-scores", rules,
           "-o", model});
  succeed({"fit", "rewriting", data, "--columns", "1,2", "--kernel", "pr", "--folds", "4", "--save-scores", words, "-o",
           model});
  const auto decisions = succeed_json(
      {"compare", rules, words, data, "--columns", "1,2", "--label", "3", "--threshold", "0", "--resamples", "200"});
  REQUIRE(decisions.size() == 3);
  CHECK(decisions[1].at("metric") == "accuracy");
  CHECK(decisions[2].at("metric") == "f1");
  CHECK(decisions[2].at("value_a") == 1);
  CHECK(decisions[2].at("value_b").get<double>() < 1);
  const auto questions =
      succeed_json({"compare", rules, words, data, "--label", "3", "--group", "4", "--resamples", "200"});
  std::set<std::string> compared;
  for (const auto& row : questions) compared.insert(row.at("metric").get<std::string>());
  CHECK(compared == std::set<std::string>{"auc", "auc-within", "map", "mrr", "ndcg@1", "ndcg@5", "ndcg@10", "recall@1",
                                          "success@5"});
}

TEST_CASE("little data makes fewer folds, and says so") {
  const TemporaryDirectory directory;
  const std::string data =
      directory.put("few.tsv",
                    "the cat sleeps\tthe cat is sleeping\t1\nhe buys bread\the buys some bread\t1\n"
                    "the cat sleeps\tit rains\t0\nhe buys bread\tshe sings\t0\n"
                    "they left early\tthe soup is hot\t0\n");
  const Finished run = run_couplet({"fit", "rewriting", data, "-o", directory.file("m.couplet")});
  CHECK(run.code == 0);
  CHECK(run.err.find("couplet: warning: so little data makes 2 folds, not 10\n") != std::string::npos);
}

TEST_CASE("rewriting: bad input leaves no file behind") {
  const TemporaryDirectory directory;
  const std::string model = directory.file("m.couplet"), data = directory.put("labelled.tsv", labelled()),
                    odd = directory.put("odd.tsv", "a b\tc d\tmaybe\n"),
                    one = directory.put("one.tsv", "a b\tc d\t1\n"),
                    blank = directory.put("blank.tsv", "a b\tc d\t1\n?\tc d\t0\n");
  expect_failure(directory, {"fit", "rewriting", odd, "-o", model}, 3,
                 odd + ":1: the label is 'maybe', expected 0, 1 or a grade up to 100; choose the column with --label");
  expect_failure(directory, {"fit", "rewriting", one, "-o", model}, 3,
                 one + ": every label is 1; there is nothing to tell apart: give pairs of both labels");
  expect_failure(directory, {"fit", "rewriting", blank, "-o", model}, 3,
                 blank + ":2: a sentence without words; leave such pairs out with --on-bad-line skip");
  expect_failure(directory, {"fit", "rewriting", data, "--kernel", "tree", "-o", model}, 2,
                 "--kernel: 'tree' is no kernel; add up pr, idf, overlap, lone, srk:K and tesrk:K, K from 1 to 12 or a "
                 "range: "
                 "'4*pr+srk:1+tesrk:2-4'");
  expect_failure(directory, {"fit", "rewriting", data, "--kernel", "0*pr+srk:1", "-o", model}, 2,
                 "--kernel: '0' is no weight above 0 and at most 1000; add up pr, idf, overlap, lone, srk:K and "
                 "tesrk:K, K from 1 to 12 "
                 "or a range: '4*pr+srk:1+tesrk:2-4'");
  const Finished missing = run_couplet({"fit", "rewriting", data, "--columns", "1,2", "--kernel", "tesrk:1",
                                        "--wordnet", directory.file("nowhere"), "-o", model});
  CHECK(missing.code == 6);
  CHECK(missing.err.find("wordnet-base") != std::string::npos);
}
