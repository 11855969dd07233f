// rank, mine and prepared collections.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "tests/cli/trained.h"

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
