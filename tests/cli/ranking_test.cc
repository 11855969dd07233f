// rank, eval and compare against what can be worked out by hand.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/cli/pair_files.h"

namespace {

struct Trained {
  TemporaryDirectory directory;
  couplet::TextPairs pairs = couplet::topic_texts(200, 6);
  std::string model = directory.file("m.couplet");
  std::string gold = directory.put("gold.tsv", tsv_of(pairs));

  Trained() {
    succeed({"fit", "phsic", directory.put("train.tsv", tsv_of(couplet::topic_texts(500))), "--encoder", "lsa:8", "-o",
             model});
  }
};

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

TEST_CASE("rank --among: the exact search gives the scores in order, and the graph agrees on small data") {
  const Trained trained;
  const TemporaryDirectory& directory = trained.directory;
  const std::string left = directory.put("left.txt", lines_of_side(part_of(trained.pairs, 0, 20).left)),
                    right = directory.put("right.txt", lines_of_side(trained.pairs.right));
  const auto exact = succeed_json({"rank", trained.model, left, "--among", right, "--top", "5"});
  const auto graph = succeed_json(
      {"rank", trained.model, left, "--among", right, "--top", "5", "--index", "hnsw:m=16,build=200,ef=200"});
  REQUIRE(exact.size() == 100);
  REQUIRE(graph.size() == 100);
  CHECK(exact == graph);
  // Against all scores of the first query.
  std::string all;
  for (const std::string& text : trained.pairs.right) all += trained.pairs.left[0] + "\t" + text + "\n";
  const auto scores = scores_of(trained.model, {directory.put("all.tsv", all)});
  std::vector<double> sorted = scores;
  std::sort(sorted.rbegin(), sorted.rend());
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(exact[i].at("query") == 0);
    CHECK(exact[i].at("rank") == i + 1);
    CHECK(exact[i].at("score").get<double>() == doctest::Approx(sorted[i]).epsilon(1e-5));
    const auto candidate = exact[i].at("candidate").get<std::size_t>();
    CHECK(exact[i].at("text") == trained.pairs.right[candidate]);
    CHECK(scores[candidate] == doctest::Approx(sorted[i]).epsilon(1e-5));
  }
}

TEST_CASE("rank --among: all candidates with --top 0, columns of a TSV, and a warning of lines with tabs") {
  const Trained trained;
  const TemporaryDirectory& directory = trained.directory;
  const couplet::TextPairs few = part_of(trained.pairs, 0, 4);
  const std::string left = directory.put("left.txt", lines_of_side(few.left)),
                    right = directory.put("right.txt", lines_of_side(few.right)),
                    both = directory.put("both.tsv", tsv_of(few));
  const std::string all = succeed({"rank", trained.model, left, "--among", right, "--top", "0"});
  CHECK(cells_of(all).size() == 1 + 4 * 4);
  CHECK(succeed({"rank", trained.model, both, "--among", both, "--columns", "1,2", "--top", "0"}) == all);
  CHECK(succeed({"rank", trained.model, both, "--among", right, "--columns", "1", "--top", "0"}) == all);
  const Finished whole = run_couplet({"rank", trained.model, both, "--among", right});
  CHECK(whole.code == 0);
  CHECK(whole.err == "couplet: warning: " + both +
                         ": the lines have tabs and are taken whole; --columns takes one of their columns\n");
  CHECK(succeed({"embed", trained.model, both, "--columns", "2", "--side", "right"}) ==
        succeed({"embed", trained.model, right, "--side", "right"}));
  CHECK(succeed({"mine", trained.model, both, both, "--columns", "1,2"}) ==
        succeed({"mine", trained.model, left, right}));
  expect_failure(directory, {"embed", trained.model, both, "--columns", "1,2,3"}, 2,
                 "--columns: more than two columns; one for both files, or one each: en,ru");
}

TEST_CASE("index: a prepared collection ranks as its file of texts does, for its own model only") {
  const Trained trained;
  const TemporaryDirectory& directory = trained.directory;
  const std::string left = directory.put("left.txt", lines_of_side(part_of(trained.pairs, 0, 20).left)),
                    right = directory.put("right.txt", "plugh\n" + lines_of_side(trained.pairs.right)),
                    index = directory.file("right.index"), other = directory.file("other.couplet");
  for (const std::string spec : {"exact", "hnsw:m=8"}) {
    const Finished made = run_couplet({"index", trained.model, right, "--index", spec, "-o", index});
    CHECK(made.code == 0);
    CHECK(made.out == "output\tindex\ttexts\tknown\tdimension\n" + index + "\t" + spec + "\t201\t200\t8\n");
    CHECK(made.err == "couplet: warning: 200 of 201 texts have a known word\n");
    const Finished texts = run_couplet({"rank", trained.model, left, "--among", right, "--index", spec, "--json"}),
                   prepared = run_couplet({"rank", trained.model, left, "--among", index, "--json"});
    CHECK(texts.code == 0);
    CHECK(prepared.out == texts.out);
    CHECK(prepared.err == texts.err);
    CHECK(
        run_couplet({"rank", trained.model, left, "--among", index, "--json", "--index", spec, "--side", "left"}).out ==
        texts.out);
  }
  CHECK(succeed({"inspect", index}).starts_with("collection model\n"));
  expect_failure(
      directory, {"rank", trained.model, left, "--among", index, "--index", "exact"}, 2,
      "--index: " + index + " was prepared with hnsw:m=8; only ef may differ: leave --index out, or prepare it again");
  expect_failure(directory, {"rank", trained.model, left, "--among", index, "--side", "right"}, 2,
                 "--side: " + index + " holds the same side; queries are of the other");
  expect_failure(directory, {"index", trained.model, right}, 2, "no file to write; use --output FILE");
  expect_failure(directory, {"verify", index}, 4,
                 index + ": a prepared collection, not a model; 'rank --among' searches it, 'inspect' checks it");
  succeed({"fit", "phsic", trained.gold, "--encoder", "lsa:8", "-o", other});
  expect_failure(directory, {"rank", other, left, "--among", index}, 4,
                 index + ": was prepared for another model; prepare it again");
  succeed({"fit", "pmi", trained.gold, "-o", other});
  expect_failure(
      directory, {"index", other, right, "-o", index}, 4,
      "a model of pmi cannot embed texts; its verbs are score, rank, explain, eval, compare, add, remove, merge");
}

TEST_CASE("rank --side right turns the question round; unknown texts are neither asked nor answers") {
  const Trained trained;
  const TemporaryDirectory& directory = trained.directory;
  const std::string queries = directory.put("q.txt", "xyzzy\n" + trained.pairs.right[0] + "\n"),
                    among = directory.put("a.txt", "plugh\n" + lines_of_side(trained.pairs.left));
  const Finished run =
      run_couplet({"rank", trained.model, queries, "--among", among, "--side", "right", "--top", "400"});
  CHECK(run.code == 0);
  const auto cells = cells_of(run.out);
  CHECK(cells.size() == 1 + 200);
  for (std::size_t i = 1; i < cells.size(); ++i) {
    CHECK(cells[i][0] == "1");
    CHECK(cells[i][2] != "0");
  }
  CHECK(run.err ==
        "couplet: warning: 1 of 2 queries have a known word\ncouplet: warning: 200 of 201 candidates have a known "
        "word\n");
}

TEST_CASE("rank --lists orders each list by score, those without a score last") {
  const Trained trained;
  const TemporaryDirectory& directory = trained.directory;
  couplet::TextPairs pairs = part_of(trained.pairs, 0, 6);
  pairs.right[3] = "xyzzy";
  const std::string gold = directory.put("some.tsv", tsv_of(pairs)),
                    lists = directory.put("lists.tsv", "query\tright\tothers\n0\t0\t1\t3\t2\n4\t5\t4\n");
  const auto rows = succeed_json({"rank", trained.model, gold, "--lists", lists});
  REQUIRE(rows.size() == 6);
  CHECK(rows[3].at("candidate") == 3);
  CHECK(rows[3].at("score").is_null());
  for (const std::size_t i : {0u, 1u, 4u})
    if (!rows[i + 1].at("score").is_null())
      CHECK(rows[i].at("score").get<double>() >= rows[i + 1].at("score").get<double>());
  CHECK(rows[4].at("query") == 4);
  // The first line is passed over only when it is a header, not when it is a list that makes no sense.
  const std::string bad = directory.put("bad.tsv", "0\t99\t1\n0\t0\t1\n");
  expect_failure(directory, {"rank", trained.model, gold, "--lists", bad}, 3,
                 bad +
                     ":1: not a list of row numbers from 0 to 5; a line is: row of the query, row of the right "
                     "candidate, rows of the others");
  const std::string choice =
      "which candidates to rank is not said; give --among FILE (the best of a whole file), --lists FILE (given lists) "
      "or "
      "--group COLUMN (pairs of a question)";
  expect_failure(directory, {"rank", trained.model, gold}, 2, choice);
  expect_failure(directory, {"rank", trained.model, gold, "--lists", lists, "--among", gold}, 2, choice);
}

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

TEST_CASE("rank --with joins the rankings of several models by reciprocal rank") {
  const Trained trained;
  const TemporaryDirectory& directory = trained.directory;
  const std::string left = directory.put("left.txt", lines_of_side(part_of(trained.pairs, 0, 5).left)),
                    right = directory.put("right.txt", lines_of_side(trained.pairs.right)),
                    words = directory.file("words.couplet");
  succeed({"fit", "bm25", right, "-o", words});
  const auto first = succeed_json({"rank", trained.model, left, "--among", right, "--top", "0"}),
             second = succeed_json({"rank", words, left, "--among", right, "--top", "0"});
  std::map<std::pair<int, int>, double> sums;
  for (const auto* rows : {&first, &second}) {
    std::map<std::pair<int, double>, double> best;  // the rank that equal scores of a query share
    for (const auto& row : *rows) {
      const int query = row.at("query").get<int>();
      const double rank =
          best.emplace(std::pair(query, row.at("score").get<double>()), row.at("rank").get<double>()).first->second;
      sums[{query, row.at("candidate").get<int>()}] += 1 / (60 + rank);
    }
  }
  const auto joined = succeed_json({"rank", trained.model, left, "--among", right, "--with", words, "--top", "4"});
  REQUIRE(joined.size() == 20);
  for (std::size_t i = 0; i < joined.size(); ++i) {
    CHECK(joined[i].at("rank") == i % 4 + 1);
    CHECK(joined[i].at("score").get<double>() ==
          doctest::Approx(sums.at({joined[i].at("query").get<int>(), joined[i].at("candidate").get<int>()})));
    CHECK(joined[i].at("text") == trained.pairs.right[joined[i].at("candidate").get<std::size_t>()]);
    if (i % 4 > 0) CHECK(joined[i].at("score").get<double>() <= joined[i - 1].at("score").get<double>());
  }
  // Prepared for the first model: the others rank its texts.
  succeed({"index", trained.model, right, "-o", directory.file("right.index")});
  CHECK(succeed_json({"rank", trained.model, left, "--among", directory.file("right.index"), "--with", words, "--top",
                      "4"}) == joined);
}

TEST_CASE("rank of counted words finds only what shares one, and a joined ranking knows no order of lines") {
  const TemporaryDirectory directory;
  const std::vector<std::string> texts{"red lamp",   "blue kettle",  "green chair",    "the lamp of iron", "red kettle",
                                       "red carpet", "yellow table", "small red lamp", "a lamp",           "lamp"};
  const std::vector<std::string> backwards(texts.rbegin(), texts.rend());
  const std::string forth = directory.put("forth.txt", lines_of_side(texts)),
                    back = directory.put("back.txt", lines_of_side(backwards)),
                    asked = directory.put("asked.txt", "red lamp\nyellow\n"), words = directory.file("words.couplet"),
                    pieces = directory.file("pieces.couplet");
  succeed({"fit", "bm25", forth, "-o", words});
  succeed({"fit", "tfidf", forth, "--text", "lower,chars:3-4", "--stemmer", "none", "-o", pieces});
  const auto plain = succeed_json({"rank", words, asked, "--among", forth, "--top", "0"});
  CHECK(plain.size() == 7 + 1);
  for (const auto& row : plain) CHECK(row.at("score").get<double>() > 0);
  using Ranking = std::map<std::pair<int, std::string>, double>;
  const auto joined = [&](const std::string& among) {
    Ranking found;
    for (const auto& row : succeed_json({"rank", words, asked, "--among", among, "--with", pieces, "--top", "0"}))
      found[{row.at("query").get<int>(), row.at("text").get<std::string>()}] = row.at("score").get<double>();
    return found;
  };
  const Ranking once = joined(forth);
  CHECK(once.size() >= 8);
  CHECK(once == joined(back));
}

TEST_CASE("mine takes collections that index prepared, of the right side") {
  const Trained trained;
  const TemporaryDirectory& directory = trained.directory;
  const std::string left = directory.put("left.txt", lines_of_side(trained.pairs.left)),
                    right = directory.put("right.txt", lines_of_side(trained.pairs.right)),
                    left_index = directory.file("left.index"), right_index = directory.file("right.index");
  succeed({"index", trained.model, left, "--side", "left", "-o", left_index});
  succeed({"index", trained.model, right, "-o", right_index});
  const auto plain = succeed_json({"mine", trained.model, left, right}),
             prepared = succeed_json({"mine", trained.model, left_index, right_index});
  REQUIRE(plain.size() > 10);
  REQUIRE(prepared.size() == plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    CHECK(prepared[i].at("left_text") == plain[i].at("left_text"));
    CHECK(prepared[i].at("score").get<double>() == doctest::Approx(plain[i].at("score").get<double>()).epsilon(1e-5));
  }
  expect_failure(directory, {"mine", trained.model, left, left_index}, 2,
                 left_index + ": was prepared as the other side; prepare it with 'couplet index --side right'");
  expect_failure(directory, {"embed", trained.model, left_index}, 3,
                 left_index +
                     ": this is a prepared collection, not texts; 'rank --among' and 'mine' take it; give the "
                     "texts it was made of here");
  expect_failure(directory, {"mine", trained.model, left, trained.model}, 4,
                 trained.model +
                     ": a phsic model, not a prepared collection; give one text a line, or what 'couplet "
                     "index' wrote");
  expect_failure(directory, {"embed", trained.model, trained.model}, 3,
                 trained.model + ": this is a model of phsic, not texts; give one text a line, or .npy rows");
  expect_failure(directory, {"search", right_index, "cat"}, 4,
                 right_index + ": a prepared collection, not a model; 'rank --among' searches it, 'inspect' checks it");
}

TEST_CASE("a prepared graph is walked as far as --index says now; what was built stays") {
  const Trained trained;
  const TemporaryDirectory& directory = trained.directory;
  const std::string left = directory.put("left.txt", lines_of_side(part_of(trained.pairs, 0, 9).left)),
                    right = directory.put("right.txt", lines_of_side(trained.pairs.right)),
                    index = directory.file("right.index");
  succeed({"index", trained.model, right, "--index", "hnsw:m=8,build=50,ef=1", "-o", index});
  const auto asked = [&](const std::string& spec) {
    return succeed_json({"rank", trained.model, left, "--among", index, "--top", "3", "--index", spec});
  };
  const auto exact = succeed_json({"rank", trained.model, left, "--among", right, "--top", "3"});
  CHECK(asked("hnsw:m=8,build=50,ef=200") == exact);
  CHECK(asked("hnsw:m=8,build=50,ef=1") != exact);
  expect_failure(directory, {"rank", trained.model, left, "--among", index, "--index", "hnsw:m=9,build=50,ef=1"}, 2,
                 "--index: " + index +
                     " was prepared with hnsw:m=8,build=50,ef=1; only ef may differ: leave --index out, or prepare it "
                     "again");
}

TEST_CASE("rank --margin: few queries say nothing of each other, however large K is") {
  const Trained trained;
  const TemporaryDirectory& directory = trained.directory;
  const std::string one = directory.put("one.txt", lines_of_side(part_of(trained.pairs, 0, 1).left)),
                    three = directory.put("three.txt", lines_of_side(part_of(trained.pairs, 0, 3).left)),
                    right = directory.put("right.txt", lines_of_side(trained.pairs.right));
  const auto asked = [&](const std::string& queries, const std::string& margin) {
    auto rows = succeed_json({"rank", trained.model, queries, "--among", right, "--top", "5", "--margin", margin});
    rows.resize(5);
    return rows;
  };
  const auto plain = succeed_json({"rank", trained.model, one, "--among", right, "--top", "5"});
  for (const char* margin : {"4", "200", "5000"}) {
    CAPTURE(margin);
    const auto alone = asked(one, margin);
    const auto beside = asked(three, margin);
    for (std::size_t i = 0; i < 5; ++i) {
      CHECK(alone[i].at("text") == beside[i].at("text"));
      CHECK(alone[i].at("score").get<double>() == doctest::Approx(beside[i].at("score").get<double>()).epsilon(1e-12));
      CHECK(alone[i].at("candidate") == plain[i].at("candidate"));
      CHECK(alone[i].at("score").get<double>() < 10);
    }
  }
  // A prepared collection gives its vectors.
  succeed({"index", trained.model, right, "-o", directory.file("right.index")});
  CHECK(succeed_json({"rank", trained.model, three, "--among", directory.file("right.index"), "--margin", "4"}) ==
        succeed_json({"rank", trained.model, three, "--among", right, "--margin", "4"}));
  expect_failure(
      directory,
      {"rank", trained.model, three, "--among", directory.file("right.index"), "--margin", "4", "--index", "hnsw"}, 2,
      "--index: a margin looks at every candidate; leave out --index or --margin");
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
