#include "couplet/tasks/gold.h"

#include <doctest/doctest.h>

#include "couplet/tasks/compare.h"
#include "couplet/tasks/evaluate.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

GoldOptions with_label() {
  GoldOptions options;
  options.label = "3";
  options.resamples = 50;
  return options;
}

/// Four pairs whose third column is a label or a judgement.
Source judged(std::vector<std::string> values) {
  Source source = columns_in_memory({{"a", "b", "c", "d"}, {"w", "x", "y", "z"}, std::move(values)});
  return source;
}

}  // namespace

TEST_CASE("exactly one kind of gold data is chosen") {
  GoldOptions options;
  const std::string both =
      "what is right is not said; give one of --lists FILE (candidates), --label COLUMN (0 or 1), --value COLUMN "
      "(judgements), --retrieval (the pairs themselves), --analogy add|mul (questions), --opposites (questions), "
      "--synonyms (questions), --questions (questions)";
  expect_error(ErrorCode::usage, both + ", --perplexity (text), --matching (a result of match)",
               [&] { gold_kind_of(options, false); });
  options.opposites = true;
  CHECK(gold_kind_of(options, false).option == std::string("opposites"));
  options.questions = true;
  expect_error(ErrorCode::usage, "more than one option says what is right; give one of them",
               [&] { gold_kind_of(options, false); });
  GoldOptions text;
  text.perplexity = true;
  CHECK(gold_kind_of(text, false).option == std::string("perplexity"));
  expect_error(ErrorCode::usage, both, [&] { gold_kind_of(text, true); });
}

TEST_CASE("scores made elsewhere are evaluated and compared on gold data in memory") {
  const TemporaryDirectory directory;
  const System good{directory.put("good.txt", "4\n3\n2\n1\n"), nullptr};
  const System bad{directory.put("bad.txt", "score\n1\n4\n2\n3\n"), nullptr};
  const Source gold = judged({"1", "1", "0", "0"});
  const auto reports = evaluate(good, gold, with_label(), Run());
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].name == "auc");
  CHECK(reports[0].estimate.value == 1);
  CHECK(reports[0].covered == 4);
  GoldOptions decided = with_label();
  decided.threshold = 2.5;
  const auto compared = compare({good, bad}, gold, decided, Adjustment::holm, Run());
  REQUIRE(compared.size() == 3);
  CHECK(compared[0].comparison.metric == "auc");
  CHECK(compared[0].comparison.value_a == 1);
  CHECK(compared[0].comparison.value_b == 0.5);
  CHECK(compared[1].comparison.metric == "accuracy");
  CHECK(compared[1].comparison.value_b == 0.5);
  CHECK(compared[2].comparison.metric == "f1");
  CHECK(compared[0].a == "good.txt");
  CHECK(compared[0].b == "bad.txt");
  for (const ComparedSystems& one : compared) CHECK(one.adjusted_p >= one.comparison.p());
}

TEST_CASE("any label can be the positive one, and grades count in groups") {
  const TemporaryDirectory directory;
  const System system{directory.put("scores.txt", "1\n2\n3\n4\n"), nullptr};
  GoldOptions options = with_label();
  CHECK(evaluate(system, judged({"1", "1", "0", "0"}), options, Run())[0].estimate.value == 0);
  options.positive = "0";
  CHECK(evaluate(system, judged({"1", "1", "0", "0"}), options, Run())[0].estimate.value == 1);
  options.positive = "synonym";
  const Source words = judged({"antonym", "synonym", "none", "synonym"});
  CHECK(evaluate(system, words, options, Run())[0].estimate.value == 0.75);
  options.positive = "hyponym";
  expect_error(ErrorCode::data,
               "the rows given: no pair has the label 'hyponym'; see which labels the column has, and give one with "
               "--positive",
               [&] { evaluate(system, words, options, Run()); });

  GoldOptions graded = with_label();
  graded.group = "4";
  const auto ndcg = [&](std::vector<std::string> grades) {
    const Source source =
        columns_in_memory({{"a", "a", "a", "a"}, {"w", "x", "y", "z"}, std::move(grades), {"q", "q", "q", "q"}});
    for (const MetricReport& report : evaluate(system, source, graded, Run()))
      if (report.name == "ndcg@1") return report.estimate.value;
    return -1.0;
  };
  CHECK(ndcg({"0", "0", "3", "1"}) == doctest::Approx(1.0 / 7));
  CHECK(ndcg({"0", "0", "1", "3"}) == 1);
  expect_error(ErrorCode::data,
               "row 1: the label is '-1', expected a grade from 0 to 100; choose the column with "
               "--label, or say --header if the first line names the columns",
               [&] {
                 ndcg({"-1", "0", "3", "1"});
               });
}

TEST_CASE("correlations of two systems are compared on the items that both score") {
  const TemporaryDirectory directory;
  const System a{directory.put("a.tsv", "score\n1\n2\n3\n\n"), nullptr};
  const System b{directory.put("b.tsv", "score\n3\n2\n1\n9\n"), nullptr};
  GoldOptions options;
  options.value = "3";
  options.resamples = 50;
  const auto compared = compare({a, b}, judged({"1", "2", "3", "-5"}), options, Adjustment::none, Run());
  REQUIRE(compared.size() == 1);
  CHECK(compared[0].comparison.metric == "spearman");
  CHECK(compared[0].comparison.value_a == doctest::Approx(1));
  CHECK(compared[0].comparison.value_b == doctest::Approx(-1));
}

TEST_CASE("gold data that cannot be read says where") {
  const System none{"none", nullptr};
  expect_error(ErrorCode::data,
               "row 2: the label is 'yes', expected 0 or 1, or what --positive says; choose the column "
               "with --label",
               [&] {
                 evaluate(none, judged({"1", "yes", "0", "0"}), with_label(), Run());
               });
  const TemporaryDirectory directory;
  const System three{directory.put("three.txt", "4\n3\n2\n"), nullptr};
  expect_error(ErrorCode::data,
               three.path + ": 3 scores, the gold data needs 4; one score a pair or candidate, in the gold's order",
               [&] {
                 evaluate(three, judged({"1", "1", "0", "0"}), with_label(), Run());
               });
}
