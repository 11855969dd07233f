// eval and compare against what can be worked out by hand.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "tests/cli/trained.h"

namespace {

/// metric -> value of an eval table.
std::map<std::string, double> metrics_of(const std::string& table) {
  std::map<std::string, double> metrics;
  const auto cells = cells_of(table);
  CHECK(cells[0][0] + cells[0][1] + cells[0][2] + cells[0][3] == "metricvaluelowhigh");
  for (std::size_t i = 1; i < cells.size(); ++i) {
    metrics[cells[i][0]] = std::stod(cells[i][1]);
    if (cells[i][0] == "unanswered" || cells[i][0] == "all-right") continue;  // counts have no interval
    CHECK(std::stod(cells[i][2]) <= metrics[cells[i][0]]);
    CHECK(std::stod(cells[i][3]) >= metrics[cells[i][0]]);
  }
  return metrics;
}

}  // namespace

TEST_CASE("eval of lists by hand; ties count against the right candidate; --min") {
  const TemporaryDirectory directory;
  const std::string gold = directory.put("gold.tsv", "a\tx\nb\ty\nc\tz\n"),
                    lists = directory.put("lists.tsv", "0\t0\t1\t2\n1\t1\t0\t2\n2\t2\t0\t1\n0\t0\t1\t2\n");
  // Ranks of the right one: 1, 2, 3 (two ties), 3 (no score).
  const std::string scores = directory.put("scores.txt", "3\n1\n2\n2\n3\n1\n1\n1\n1\n\n1\n2\n");
  const auto metrics = metrics_of(succeed({"eval", scores, gold, "--lists", lists, "--resamples", "100"}));
  CHECK(metrics.at("mrr") == doctest::Approx((1 + 0.5 + 1.0 / 3 + 1.0 / 3) / 4).epsilon(1e-5));
  CHECK(metrics.at("recall@1") == doctest::Approx(0.25));
  CHECK(metrics.at("recall@2") == doctest::Approx(0.5));
  CHECK(cells_of(succeed({"eval", scores, gold, "--lists", lists, "--resamples", "100"}))[2][4] == "3");
  CHECK(run_couplet({"eval", scores, gold, "--lists", lists, "--resamples", "100", "--min", "mrr=0.54"}).code == 0);
  const Finished below =
      run_couplet({"eval", scores, gold, "--lists", lists, "--resamples", "100", "--min", "mrr=0.55"});
  CHECK(below.code == 1);
  CHECK(below.err.empty());
  CHECK_FALSE(below.out.empty());
  const Finished unknown =
      run_couplet({"eval", scores, gold, "--lists", lists, "--resamples", "100", "--min", "accuracy=0.5"});
  CHECK(unknown.code == 2);
  CHECK(unknown.err ==
        "couplet: --min: 'accuracy' is none of the metrics of this evaluation; run without --min to see them\n");
  CHECK(run_couplet({"eval", scores, gold, "--lists", lists, "--resamples", "100", "--min", "mrr"}).code == 2);
}

TEST_CASE("a model that says the same of every candidate gets nothing for it") {
  const Trained trained;
  // Every candidate is the same text: all scores are equal, and the right one is last among them.
  couplet::TextPairs same = trained.pairs;
  for (std::string& text : same.right) text = trained.pairs.right[0];
  std::string lists;
  for (int q = 0; q < 20; ++q) lists += fmt::format("{}\t{}\t{}\t{}\t{}\n", q, q, q + 1, q + 2, q + 3);
  const TemporaryDirectory& directory = trained.directory;
  const auto metrics = metrics_of(succeed({"eval", trained.model, directory.put("same.tsv", tsv_of(same)), "--lists",
                                           directory.put("lists.tsv", lists), "--resamples", "100"}));
  CHECK(metrics.at("recall@1") == 0);
  CHECK(metrics.at("mrr") == doctest::Approx(0.25));
  const auto real = metrics_of(
      succeed({"eval", trained.model, trained.gold, "--lists", directory.file("lists.tsv"), "--resamples", "100"}));
  CHECK(real.at("mrr") > 0.5);
}

TEST_CASE("eval of labels, groups and values by hand") {
  const TemporaryDirectory directory;
  const std::string gold = directory.put("gold.tsv",
                                         "a\tx\t1\tq1\t5\n"
                                         "a\ty\t0\tq1\t1\n"
                                         "b\tx\t0\tq2\t2\n"
                                         "b\ty\t1\tq2\t4\n"
                                         "b\tz\t0\tq2\t3\n");
  const std::string scores = directory.put("scores.tsv", "pair\tscore\n1\t0.9\n2\t0.2\n3\t0.8\n4\t0.7\n5\t0.1\n");
  const auto evaluate = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"eval", scores, gold, "--columns", "1,2", "--resamples", "100"});
    return metrics_of(succeed(more));
  };
  // Pairs of a 1 and a 0: 0.9 beats all three, 0.7 beats two.
  CHECK(evaluate({"--label", "3"}).at("auc") == doctest::Approx(5.0 / 6).epsilon(1e-5));
  const auto decided = evaluate({"--label", "3", "--threshold", "0.75"});
  CHECK(decided.at("accuracy") == doctest::Approx(0.6));
  CHECK(decided.at("precision") == doctest::Approx(0.5));
  CHECK(decided.at("recall") == doctest::Approx(0.5));
  CHECK(decided.at("f1") == doctest::Approx(0.5));
  const auto grouped = evaluate({"--label", "3", "--group", "4"});
  CHECK(grouped.at("map") == doctest::Approx(0.75));
  CHECK(grouped.at("mrr") == doctest::Approx(0.75));
  CHECK(grouped.at("recall@1") == doctest::Approx(0.5));
  CHECK(grouped.at("ndcg@1") == doctest::Approx(0.5));
  CHECK(grouped.at("ndcg@3") == doctest::Approx((1 + 1 / std::log2(3.0)) / 2).epsilon(1e-5));
  // Ranks of the values 5 1 2 4 3 and of the scores 5 2 4 3 1: squared differences 0 1 4 1 4.
  const auto correlated = evaluate({"--value", "5"});
  CHECK(correlated.at("spearman") == doctest::Approx(1 - 6.0 * 10 / (5 * 24)).epsilon(1e-5));
  const double mean = 0.54, xy = 2 * 0.9 - 2 * 0.2 - 0.8 + 0.7, xx = 10,
               yy = 0.81 + 0.04 + 0.64 + 0.49 + 0.01 - 5 * mean * mean;
  CHECK(correlated.at("pearson") == doctest::Approx(xy / std::sqrt(xx * yy)).epsilon(1e-5));

  const std::string what =
      "what is right is not said; give one of --lists FILE (candidates), --label COLUMN (0 or 1), --value COLUMN "
      "(judgements), --retrieval (the pairs themselves), --analogy add|mul (questions), --opposites (questions), "
      "--synonyms (questions), --questions (questions), --perplexity (text), --matching (a result of match)";
  expect_failure(directory, {"eval", scores, gold}, 2, what);
  expect_failure(directory, {"eval", scores, gold, "--columns", "1,2", "--label", "3", "--value", "5"}, 2,
                 "more than one option says what is right; give one of them");
  expect_failure(directory, {"eval", scores, gold, "--columns", "1,2", "--label", "5"}, 3,
                 gold +
                     ":1: the label is '5', expected 0 or 1, or what --positive says; choose the column with "
                     "--label, or say --header if "
                     "the first line names the columns");
  expect_failure(directory, {"eval", scores, gold, "--columns", "1,2", "--value", "4"}, 3,
                 gold +
                     ":1: 'q1' is not a number; choose the column with --value, or say --header if the first "
                     "line names the columns");
  const std::string few = directory.put("few.txt", "1\n2\n");
  expect_failure(directory, {"eval", few, gold, "--columns", "1,2", "--label", "3"}, 3,
                 few + ": 2 scores, the gold data needs 5; one score a pair or candidate, in the gold's order");
  const std::string words = directory.put("words.txt", "good\nbad\n");
  expect_failure(directory, {"eval", words, gold, "--columns", "1,2", "--label", "3"}, 3,
                 words + ":1: no score in it; give a model, one number a line, or a TSV with a column named score");
}

TEST_CASE("eval of labels says which one should score high; another can be chosen") {
  const TemporaryDirectory directory;
  std::string pairs, numbers;
  for (int i = 0; i < 20; ++i) {
    pairs += fmt::format("a\tb{}\t{}\n", i, i % 2);
    numbers += fmt::format("{}\n", i % 2 ? -1 : 1);
  }
  const std::string gold = directory.put("gold.tsv", pairs), scores = directory.put("scores.txt", numbers);
  const Finished low = run_couplet({"eval", scores, gold, "--label", "3", "--resamples", "100"});
  CHECK(low.code == 0);
  CHECK(low.out == "metric\tvalue\tlow\thigh\tcovered\ttotal\tpositive\nauc\t0\t0\t0\t20\t20\t1\n");
  CHECK(low.err ==
        "couplet: warning: auc is below 0.5: pairs labelled 1 score lower than the others; if that is as it should be, "
        "name the others' label with --positive\n");
  const Finished high = run_couplet({"eval", scores, gold, "--label", "3", "--positive", "0", "--resamples", "100"});
  CHECK(high.out == "metric\tvalue\tlow\thigh\tcovered\ttotal\tpositive\nauc\t1\t1\t1\t20\t20\t0\n");
  CHECK(high.err.empty());
  expect_failure(directory, {"eval", scores, gold, "--value", "3", "--positive", "0"}, 2,
                 "--positive: has no effect with --value; leave it out");
}

TEST_CASE("compare: a clear winner, a tie, and p-values adjusted for their number") {
  const TemporaryDirectory directory;
  std::string pairs, good, bad, lists;
  for (int i = 0; i < 60; ++i) {
    pairs += fmt::format("left {}\tright {}\n", i, i);
    lists += fmt::format("{}\t{}\t{}\n", i, i, (i + 1) % 60);
    good += "1\n0\n";
    bad += i % 2 ? "1\n0\n" : "0\n1\n";
  }
  const std::string gold = directory.put("gold.tsv", pairs), file = directory.put("lists.tsv", lists),
                    a = directory.put("good.txt", good), b = directory.put("bad.txt", bad);
  const auto rows = succeed_json({"compare", a, b, a, gold, "--lists", file, "--resamples", "1000"});
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].at("metric") == "mrr");
  CHECK(rows[0].at("a") == "good.txt");
  CHECK(rows[0].at("b") == "bad.txt");
  CHECK(rows[0].at("value_a") == 1.0);
  CHECK(rows[0].at("value_b").get<double>() == doctest::Approx(0.75));
  CHECK(rows[0].at("difference").get<double>() == doctest::Approx(0.25));
  CHECK(rows[0].at("p_randomisation").get<double>() == doctest::Approx(1.0 / 1001).epsilon(1e-9));
  // 30 decisions to none: exact McNemar 2 / 2^30.
  CHECK(rows[1].at("metric") == "recall@1");
  CHECK(rows[1].at("p_mcnemar").get<double>() == doctest::Approx(2 / std::pow(2.0, 30)).epsilon(1e-6));
  for (const std::size_t same : {2u, 3u}) {
    CHECK(rows[same].at("difference") == 0.0);
    CHECK(rows[same].at("p_adjusted") == 1.0);
  }
  // Holm over four: the smallest times four.
  CHECK(rows[1].at("p_adjusted").get<double>() ==
        doctest::Approx(4 * rows[1].at("p_mcnemar").get<double>()).epsilon(1e-9));
}

TEST_CASE("eval --picture draws curves where there is right and wrong, and compare those of all systems") {
  const Trained trained;
  const TemporaryDirectory& directory = trained.directory;
  std::string judged;
  for (std::size_t i = 0; i < 60; ++i)
    judged += trained.pairs.left[i] + "\t" + trained.pairs.right[i % 2 == 0 ? i : (i + 7) % 60] + "\t" +
              (i % 2 == 0 ? "1" : "0") + "\t" + std::to_string(i / 6) + "\n";
  const std::string gold = directory.put("judged.tsv", judged), picture = directory.file("curves.svg");
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{{}, {"--group", "4"}}) {
    std::vector<std::string> words{"eval",    trained.model, gold,        "--columns", "1,2",
                                   "--label", "3",           "--picture", picture};
    words.insert(words.end(), more.begin(), more.end());
    const std::string auc = fmt::format("m.couplet, auc {:.3f}", metrics_of(succeed(words))["auc"]);
    CHECK(contains(couplet::content_of(picture), auc));
  }
  succeed({"compare", trained.model, trained.model, gold, "--columns", "1,2", "--label", "3", "--picture", picture});
  CHECK(contains(couplet::content_of(picture), "precision and recall"));
  expect_failure(
      directory,
      {"eval", trained.model, gold, "--columns", "1,2", "--value", "3", "--picture", directory.file("none.svg")}, 2,
      "--picture: this gold data has no right and wrong items to draw curves of; use it with --lists or "
      "--label");
}

TEST_CASE("--at says where lists are cut, and compare tests what eval shows") {
  const TemporaryDirectory directory;
  std::string pairs, good, bad;
  for (int q = 0; q < 20; ++q)
    for (int t = 0; t < 9; ++t) {
      pairs += fmt::format("query {}\ttext {}\t{}\n", q, t, t == 0 && q > 1 ? 2 : 0);
      good += fmt::format("{}\n", 9 - t);
      bad += fmt::format("{}\n", q % 2 ? t : 9 - t);
    }
  const std::string gold = directory.put("gold.tsv", pairs), a = directory.put("good.txt", good),
                    b = directory.put("bad.txt", bad);
  const std::vector<std::string> what{"--columns", "1,2", "--label", "3", "--group", "1", "--resamples", "100"};
  const auto with = [&](std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), what.begin(), what.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const auto metrics = metrics_of(succeed(with({"eval", b, gold}, {"--at", "1,7"})));
  CHECK(metrics.contains("ndcg@7"));
  CHECK(metrics.contains("success@7"));
  CHECK_FALSE(metrics.contains("ndcg@10"));
  CHECK(metrics.at("success@7") == doctest::Approx(0.5));
  CHECK(run_couplet(with({"eval", b, gold}, {"--at", "7", "--min", "ndcg@7=0.6"})).code == 1);
  CHECK(run_couplet(with({"eval", a, gold}, {"--at", "7", "--min", "ndcg@7=0.6"})).code == 0);
  const Finished compared = run_couplet(with({"compare", a, b, gold}, {}));
  CHECK(compared.code == 0);
  CHECK(compared.err == "couplet: warning: 2 of 20 questions are unanswered: see --unanswered\n");
  std::map<std::string, std::vector<std::string>> rows;
  for (const auto& row : cells_of(compared.out)) rows[row[0]] = row;
  for (const char* metric : {"recall@1", "success@5"}) {
    REQUIRE(rows.contains(metric));
    CHECK(std::stod(rows[metric][5]) == doctest::Approx(0.5));
    CHECK_FALSE(rows[metric][10].empty());  // McNemar's test
  }
  REQUIRE(rows.contains("auc"));
  CHECK(std::stod(rows["auc"][5]) > 0.3);
  CHECK_FALSE(rows["auc"][8].empty());
  expect_failure(directory, with({"eval", a, gold}, {"--at", "5,0"}), 2,
                 "--at: '5,0' is no list of different whole numbers from 1; write --at 1,5,20");
  expect_failure(directory, {"eval", a, gold, "--columns", "1,2", "--label", "3", "--at", "5"}, 2,
                 "--at: has no effect with neither --group nor --lists; leave it out");
}

TEST_CASE("grades that cannot be read have a place and a remedy, and can be skipped") {
  const TemporaryDirectory directory;
  const std::string gold = directory.put("gold.tsv", "query\ttext\tgrade\nq\ta\t1\nq\tb\tx\nq\tc\t0\n"),
                    scores = directory.put("scores.txt", "1\n0\n");
  const std::vector<std::string> columns{"--columns", "query,text", "--label", "grade", "--group", "query"};
  const auto with = [&](std::vector<std::string> words, const std::vector<std::string>& more = {}) {
    words.insert(words.end(), columns.begin(), columns.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const std::string problem = ", expected a grade from 0 to 100; choose the column with --label";
  expect_failure(directory, with({"eval", scores, gold}), 3, gold + ":3: the label is 'x'" + problem);
  const Finished skipped = run_couplet(with({"eval", scores, gold}, {"--on-bad-line", "skip"}));
  CHECK(skipped.code == 0);
  CHECK(skipped.err == "couplet: warning: bad lines skipped: 1\n");
  const std::string high = directory.put("high.tsv", "query\ttext\tgrade\nq\ta\t5000\nq\tb\t0\n");
  expect_failure(directory, with({"eval", scores, high}), 3, high + ":2: the label is '5000'" + problem);
  const std::string fine = directory.put("fine.tsv", "query\ttext\tgrade\nq\ta\t2\nq\tb\t0\n");
  expect_failure(directory, with({"eval", scores, fine}, {"--relevant", "5"}), 3,
                 fine + ": no question that counts has a candidate of grade 5 or more; lower --relevant");
}
