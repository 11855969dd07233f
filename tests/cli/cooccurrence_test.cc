// The co-occurrence job through the program: fit, score, explain, embed, and models that change.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/cli/pair_files.h"

namespace {

/// Largest difference, relative to the largest number.
double relative_error(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = std::max(difference, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(b[i]));
  }
  return difference / size;
}

}  // namespace

TEST_CASE("fit, score, verify: pairs that go together score above those that do not") {
  const TemporaryDirectory directory;
  const couplet::TextPairs pairs = couplet::topic_texts(400);
  couplet::TextPairs shuffled = pairs;
  std::rotate(shuffled.right.begin(), shuffled.right.begin() + 7, shuffled.right.end());
  const std::string model = directory.file("m.couplet"), train = directory.put("train.tsv", tsv_of(pairs));
  const auto report = cells_of(succeed({"fit", "phsic", train, "--encoder", "lsa:8", "-o", model}));
  CHECK(report[0] == std::vector<std::string>{"what", "value"});
  CHECK(report[1] == std::vector<std::string>{"model", model});
  CHECK(report[2] == std::vector<std::string>{"pairs", "400"});
  CHECK(cells_of(succeed({"verify", model}))[1][2] == "true");
  const auto right = scores_of(model, {train}),
             wrong = scores_of(model, {directory.put("shuffled.tsv", tsv_of(shuffled))});
  int better = 0;
  for (std::size_t i = 0; i < right.size(); ++i) better += right[i] > wrong[i];
  CHECK(better > 330);
}

TEST_CASE("two files and standard input give what one file gives") {
  const TemporaryDirectory directory;
  const couplet::TextPairs pairs = couplet::topic_texts(60);
  const std::string train = directory.put("train.tsv", tsv_of(pairs)),
                    left = directory.put("left.txt", lines_of_side(pairs.left)),
                    right = directory.put("right.txt", lines_of_side(pairs.right));
  const std::string vectors = directory.put("vectors.txt", couplet::topic_vectors(6, 99));
  // One encoder that learns nothing is read once.
  succeed({"fit", "phsic", train, "--encoder", "sum", "--vectors", vectors, "-o", directory.file("one.couplet")});
  succeed({"fit", "phsic", left, right, "--encoder", "sum", "--vectors", vectors, "-o", directory.file("two.couplet")});
  const Finished piped = run_couplet(
      Invocation{{"fit", "phsic", "-", "--encoder", "sum", "--vectors", vectors, "-o", directory.file("three.couplet")},
                 tsv_of(pairs)});
  CHECK(piped.code == 0);
  const std::string bytes = content_of(directory.file("one.couplet"));
  CHECK((content_of(directory.file("two.couplet")) == bytes));
  CHECK((content_of(directory.file("three.couplet")) == bytes));
  const Finished scored = run_couplet(Invocation{{"score", directory.file("one.couplet"), "-"}, tsv_of(pairs)});
  CHECK(scored.out == succeed({"score", directory.file("one.couplet"), left, right}));
}

TEST_CASE("a text without a known word: empty in TSV, null in JSON, named, and counted on stderr") {
  const TemporaryDirectory directory;
  const std::string train = directory.put("train.tsv", tsv_of(couplet::topic_texts(60))),
                    model = directory.file("m.couplet");
  succeed(
      {"fit", "phsic", train, "--vectors", directory.put("vectors.txt", couplet::topic_vectors(6, 99)), "-o", model});
  const std::string asked = directory.put("asked.tsv", "l1w1\tr1w1\nxyzzy\tr1w1\nl1w1\tplugh\n\t\n");
  const Finished table = run_couplet({"score", model, asked});
  CHECK(table.code == 0);
  const auto cells = cells_of(table.out);
  CHECK(cells[0] == std::vector<std::string>{"pair", "score", "z", "unknown"});
  CHECK_FALSE(cells[1][1].empty());
  CHECK(cells[2] == std::vector<std::string>{"1", "", "", "left"});
  CHECK(cells[3] == std::vector<std::string>{"2", "", "", "right"});
  CHECK(cells[4] == std::vector<std::string>{"3", "", "", "both"});
  CHECK(table.err == "couplet: warning: 1 of 4 pairs have a score\n");
  const auto objects = succeed_json({"score", model, asked});
  CHECK(objects[0].at("schema") == "couplet.score/1");
  CHECK(objects[0].at("score").is_number());
  for (const std::size_t i : {1u, 2u, 3u}) {
    CHECK(objects[i].at("score").is_null());
    CHECK(objects[i].at("z").is_null());
  }
}

TEST_CASE("model bytes do not depend on --threads") {
  const TemporaryDirectory directory;
  const std::string train = directory.put("train.tsv", tsv_of(couplet::topic_texts(3000))),
                    vectors = directory.put("vectors.txt", couplet::topic_vectors(6, 99));
  const auto arrays = made_arrays(directory, 5000, 6);
  const std::vector<std::vector<std::string>> ways = {
      {train, "--encoder", "lsa:8"},
      {train, "--vectors", vectors},
      {train, "--encoder", "hash:32", "--keep-pairs", "9"},
      {arrays[0], arrays[1]},
      {arrays[0], arrays[1], "--kernel", "rbf:sigma=2", "--rank", "20"}};
  for (const auto& way : ways) {
    std::vector<std::string> bytes;
    for (const char* threads : {"1", "2", "3"}) {
      std::vector<std::string> arguments = {"fit", "phsic", "--threads", threads, "-o", directory.file("m.couplet")};
      arguments.insert(arguments.end(), way.begin(), way.end());
      succeed(arguments);
      bytes.push_back(content_of(directory.file("m.couplet")));
    }
    CAPTURE(way.back());
    CHECK((bytes[0] == bytes[1]));
    CHECK((bytes[0] == bytes[2]));
  }
}

TEST_CASE("merge, add and remove") {
  const TemporaryDirectory directory;
  const couplet::TextPairs pairs = couplet::topic_texts(500);
  const std::string first = directory.put("first.tsv", tsv_of(part_of(pairs, 0, 200))),
                    second = directory.put("second.tsv", tsv_of(part_of(pairs, 200, 300)));
  const std::string all = directory.put("all.tsv", tsv_of(pairs)),
                    fresh = directory.put("fresh.tsv", tsv_of(couplet::topic_texts(50, 2)));
  const auto model = [&](const char* name) { return directory.file(std::string(name) + ".couplet"); };
  succeed({"fit", "phsic", first, "--encoder", "lsa:8", "-o", model("first")});
  succeed({"fit", "phsic", second, "--encoder-from", model("first"), "-o", model("second")});
  succeed({"fit", "phsic", all, "--encoder-from", model("first"), "-o", model("all")});
  const auto expected = scores_of(model("all"), {fresh});
  succeed({"merge", model("first"), model("second"), "-o", model("merged")});
  CHECK(relative_error(scores_of(model("merged"), {fresh}), expected) < 1e-10);
  succeed({"add", model("first"), second, "-o", model("added")});
  CHECK(relative_error(scores_of(model("added"), {fresh}), expected) < 1e-10);
  succeed({"remove", model("added"), second, "-o", model("removed")});
  CHECK(relative_error(scores_of(model("removed"), {fresh}), scores_of(model("first"), {fresh})) < 1e-9);
  succeed({"verify", model("merged"), model("added"), model("removed")});

  succeed({"fit", "phsic", second, "--encoder", "lsa:8", "-o", model("other")});
  expect_failure(directory, {"merge", model("first"), model("other"), "-o", model("never")}, 2,
                 model("other") +
                     ": the models were fitted with different encoders: their statistics cannot be added up; fit the "
                     "second shard with "
                     "--encoder-from FIRST.couplet");
  expect_failure(directory, {"remove", model("first"), all, "-o", model("never")}, 3,
                 "500 pairs to remove, the model was fitted on 200; remove only pairs that the model was fitted on, "
                 "and leave at least one");
  expect_failure(
      directory,
      {"remove", model("first"), directory.put("strangers.tsv", "l1w1\t" + lines_of_side({std::string(5000, 'r')})),
       "-o", model("never")},
      3,
      "some of the pairs to remove are not among those the model was fitted on; remove only pairs that the model was "
      "fitted on");
}

TEST_CASE("explain: the column of word pairs adds up to the score") {
  const TemporaryDirectory directory;
  const couplet::TextPairs pairs = couplet::topic_texts(100);
  const std::string model = directory.file("m.couplet");
  succeed({"fit", "phsic", directory.put("train.tsv", tsv_of(pairs)), "--encoder", "lsa:8", "--keep-pairs", "100", "-o",
           model});
  const double score = scores_of(model, {directory.put("one.tsv", pairs.left[0] + "\t" + pairs.right[0] + "\n")})[0];
  for (const char* top : {"3", "0"}) {
    double words = 0, training = 0;
    std::size_t rows = 0;
    for (const auto& object : succeed_json({"explain", model, pairs.left[0], pairs.right[0], "--top", top})) {
      if (object.at("kind") == "score") CHECK(object.at("value").get<double>() == score);
      if (object.at("kind") == "word pair") words += object.at("value").get<double>();
      if (object.at("kind") == "training pair") training += object.at("value").get<double>();
      ++rows;
    }
    CHECK(words == doctest::Approx(score).epsilon(1e-9));
    CHECK(training == doctest::Approx(score).epsilon(1e-4));
    if (std::string(top) == "3") CHECK(rows == 1 + 2 * (3 + 1));
  }
}

TEST_CASE("embed: rows whose inner products are the scores") {
  const TemporaryDirectory directory;
  const couplet::TextPairs pairs = couplet::topic_texts(100);
  const std::string model = directory.file("m.couplet"), train = directory.put("train.tsv", tsv_of(pairs));
  succeed({"fit", "phsic", train, "--encoder", "lsa:8", "-o", model});
  const auto left = succeed_json({"embed", model, directory.put("left.txt", lines_of_side(pairs.left))});
  const auto right =
      succeed_json({"embed", model, directory.put("right.txt", lines_of_side(pairs.right)), "--side", "right"});
  const auto scores = scores_of(model, {train});
  REQUIRE(left.size() == 100);
  for (std::size_t i = 0; i < 100; ++i) {
    double product = 0;
    const auto u = left[i].at("vector").get<std::vector<double>>(),
               v = right[i].at("vector").get<std::vector<double>>();
    for (std::size_t d = 0; d < u.size(); ++d) product += u[d] * v[d];
    CHECK(left[i].at("text") == i);
    CHECK(left[i].at("known") == true);
    CHECK(product == doctest::Approx(scores[i]).epsilon(1e-10));
  }
  CHECK(lines_of(succeed({"embed", model, directory.file("left.txt")})).size() == 100);
  succeed({"embed", model, directory.file("left.txt"), "-o", directory.file("left.npy")});
  CHECK(content_of(directory.file("left.npy")).starts_with("\x93NUMPY"));
}

TEST_CASE("rows: models of .npy files score .npy files and rows of numbers") {
  const TemporaryDirectory directory;
  const auto arrays = made_arrays(directory, 300, 4);
  const std::string model = directory.file("m.couplet");
  succeed({"fit", "phsic", arrays[0], arrays[1], "--permutations", "99", "-o", model});
  CHECK(scores_of(model, arrays).size() == 300);
  CHECK(scores_of(model, {directory.put("rows.tsv", "1 2 3 4\t4 3 2 1\n")}).size() == 1);
  succeed({"verify", model});
}

TEST_CASE("pmi through the program") {
  const TemporaryDirectory directory;
  const std::string train = directory.put("train.tsv", "a\tx\na\ty\na\tx\nb\ty\n"), model = directory.file("m.couplet");
  succeed({"fit", "pmi", train, "-o", model});
  const auto scores = scores_of(model, {directory.put("asked.tsv", "a\tx\nb\tx\nnever\tx\n")});
  CHECK(scores[0] == doctest::Approx(std::log(4.0 * 2 / (3 * 2))));
  CHECK(std::isnan(scores[1]));
  CHECK(std::isnan(scores[2]));
  double sum = 0;
  // A text longer than a name of a file can be is no file.
  CHECK(run_couplet({"explain", model, std::string(5000, 'a') + ".tsv", "x"}).err.find("no PMI") != std::string::npos);
  for (const auto& object : succeed_json({"explain", model, "a", "x"}))
    if (object.at("kind") != "score") sum += object.at("value").get<double>();
  CHECK(sum == doctest::Approx(scores[0]).epsilon(1e-12));
  expect_failure(directory, {"explain", model, "b", "x"}, 3,
                 "no PMI: counts are 1 (left), 2 (right), 0 (together); fit with --smoothing K, or use phsic, which "
                 "scores unseen pairs");
  expect_failure(
      directory, {"embed", model, train, "-o", directory.file("v.npy")}, 4,
      "a model of pmi cannot embed texts; its verbs are score, rank, explain, eval, compare, add, remove, merge");
  const auto ranked = cells_of(
      succeed({"rank", model, directory.put("a.txt", "a\n"), "--among", directory.put("xy.txt", "y\nx\nz\n")}));
  REQUIRE(ranked.size() == 3);
  CHECK(ranked[1][4] == "x");
}

TEST_CASE("--dry-run plans every verb of the job and does nothing") {
  const TemporaryDirectory directory;
  const std::string train = directory.put("train.tsv", tsv_of(couplet::topic_texts(50))),
                    model = directory.file("m.couplet"), out = directory.file("out");
  succeed({"fit", "phsic", train, "--encoder", "lsa:4", "-o", model});
  const std::string lists = directory.put("lists.tsv", "0\t0\t1\n");
  const std::vector<std::vector<std::string>> commands = {{"fit", "phsic", train, "-o", out},
                                                          {"score", model, train},
                                                          {"rank", model, train, "--lists", lists},
                                                          {"filter", model, train, "--keep-best", "3", "-o", out},
                                                          {"explain", model, "a", "b"},
                                                          {"eval", model, train, "--lists", lists},
                                                          {"compare", model, model, train, "--lists", lists},
                                                          {"embed", model, train, "-o", out},
                                                          {"add", model, train, "-o", out},
                                                          {"remove", model, train, "-o", out},
                                                          {"merge", model, model, "-o", out}};
  const auto before = directory.names();
  for (auto command : commands) {
    CAPTURE(command[0]);
    command.push_back("--dry-run");
    const std::string plan = succeed(command);
    CHECK(lines_of(plan)[0] == "step\twhat");
    if (command[0] == "rank" || command[0] == "filter")
      CHECK(plan.find("\ntime\tnot estimated\n") != std::string::npos);
    CHECK(directory.names() == before);
  }
}
