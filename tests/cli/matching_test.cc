// Matching through the program: match, eval --matching, explain, accepted pairs, and bad input.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "tests/cli/pair_files.h"
#include "tests/cli/run_program.h"

namespace {

const std::vector<std::string> words = {"sun rain cloud wind", "rain cloud storm wind", "sun beach sand sea",
                                        "sea ship sand wave",  "ship harbour sea port", "port harbour crane city",
                                        "city street house",   "house garden street",   "garden tree leaf sun",
                                        "tree leaf wood wind"};

/// The words of each line turned round letter by letter: another language with the same sense.
std::string lines(bool turned) {
  std::string text;
  for (const std::string& line : words) text += (turned ? std::string(line.rbegin(), line.rend()) : line) + "\n";
  return text;
}

const std::string seeds = "0\t0\n3\t3\n6\t6\n";

struct Files {
  TemporaryDirectory directory;
  std::string left = directory.put("left.txt", lines(false)), right = directory.put("right.txt", lines(true)),
              known = directory.put("seeds.tsv", seeds);
};

/// A .npy of doubles.
std::string array_file(const TemporaryDirectory& directory, const std::string& name, int rows, int cols,
                       const std::vector<double>& values) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                       std::to_string(cols) + "), }";
  header += std::string((64 - (10 + header.size() + 1) % 64) % 64, ' ') + "\n";
  std::string bytes = std::string("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 255);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  return directory.put(name, bytes);
}

}  // namespace

TEST_CASE("match: a table of matches, a file with a report, and what eval says of it") {
  const Files files;
  const auto rows = cells_of(succeed({"match", files.left, files.right, "--seeds", files.known, "--surface", "off"}));
  REQUIRE(rows.size() == 11);
  CHECK(rows[0] == std::vector<std::string>{"left", "right", "confidence", "margin", "runner_up", "note"});
  CHECK(rows[1][5] == "seed");
  CHECK(rows[1][2] == "1");
  int right = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) right += rows[i][0] == rows[i][1];
  CHECK(right >= 8);

  const std::string gold = files.directory.put("gold.tsv", "left\tright\n0\t0\n1\t1\n2\t2\n4\t4\n");
  const std::string result = files.directory.file("matched.tsv");
  const auto report =
      cells_of(succeed({"match", files.left, files.right, "--seeds", files.known, "--method", "s-z", "--powers",
                        "0.5:1:0.5", "--gold", gold, "-o", result, "--picture", files.directory.file("curve.svg")}));
  CHECK(report[1] == std::vector<std::string>{"method", "s-z"});
  CHECK(report.back()[0] == "recovered");
  CHECK(content_of(files.directory.file("curve.svg")).find("recovered") != std::string::npos);
  const auto metrics = cells_of(succeed({"eval", result, gold, "--matching"}));
  REQUIRE(metrics.size() == 4);
  CHECK(metrics[1][0] == "precision");
  CHECK(metrics[1][4] == "3");  // of the gold pairs, one is a seed
  CHECK(metrics[1][5] == "7");
  CHECK(metrics[2][5] == "3");
  CHECK(run_couplet({"eval", result, gold, "--matching", "--min", "recall=1.1"}).code == 1);
}

TEST_CASE("match: the same answer at any number of threads, and texts beside it") {
  const Files files;
  const std::vector<std::string> command = {"match", files.left, files.right, "--texts", "--threads"};
  std::string first;
  for (const char* threads : {"1", "2", "3"}) {
    std::vector<std::string> arguments = command;
    arguments.emplace_back(threads);
    const std::string out = succeed(arguments);
    if (first.empty()) first = out;
    CHECK(out == first);
  }
  CHECK(cells_of(first)[1][6] == words[0]);
}

TEST_CASE("match: what supports a match, and partners beside it") {
  const Files files;
  const auto why =
      succeed_json({"match", files.left, files.right, "--seeds", files.known, "--explain", "1", "--top", "2"});
  CHECK(why[0].at("kind") == "weight");
  double sum = 0;
  for (std::size_t k = 1; k < why.size(); ++k) sum += why[k].at("value").get<double>();
  CHECK(sum == doctest::Approx(why[0].at("value").get<double>()).epsilon(1e-6));
  const auto many = cells_of(succeed({"match", files.left, files.right, "--seeds", files.known, "--one-to-many", "0"}));
  CHECK(many.size() == 1 + 10 * 10);
  const auto few =
      cells_of(succeed({"match", files.left, files.right, "--seeds", files.known, "--min-confidence", "1"}));
  CHECK(few.size() >= 4);
  CHECK(few.size() <= 11);
}

TEST_CASE("match: accepted pairs become seeds") {
  const Files files;
  const std::string reviewed =
      files.directory.put("reviewed.tsv", "left\tright\taccept\n1\t1\tyes\n2\t9\tno\n0\t0\tyes\n");
  const auto rows = cells_of(succeed({"match", files.left, files.right, "--seeds", files.known, "--accept", reviewed}));
  CHECK(rows[2][5] == "seed");
  CHECK(content_of(files.known) == "left\tright\n0\t0\n3\t3\n6\t6\n1\t1\n");
  const std::string clash = files.directory.put("clash.tsv", "left\tright\n1\t5\n");
  expect_failure(files.directory, {"match", files.left, files.right, "--seeds", files.known, "--accept", clash}, 3,
                 clash + ": pair 1 5 repeats an object; an object has one partner");
  expect_failure(files.directory, {"match", files.left, files.right, "--accept", clash}, 2,
                 "--accept: the accepted pairs are added to the seeds, which have no file; name one with --seeds FILE");
}

TEST_CASE("match: as published, but not auto, which is ours") {
  const Files files;
  const Finished published = run_couplet({"match", files.left, files.right, "--method", "ks", "--as-published"});
  CHECK(published.code == 0);
  CHECK(published.err.find("as published: --weighting tf=raw,idf=plain --kernel auto:1 ") != std::string::npos);
  CHECK(published.err.find(" --starts principal\n") != std::string::npos);
  CHECK(run_couplet({"match", files.left, files.right, "--as-published"})
            .err.ends_with("couplet: --method: auto is in no paper; choose ks, psmooth, s-u, s-z or mcca\n"));
}

TEST_CASE("match: forbidden pairs are not matched, and are refused where that cannot be") {
  const Files files;
  const std::vector<std::string> plain = {"match", files.left, files.right, "--seeds", files.known, "--surface", "off"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = plain;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  // A review says no to the first match that is no seed, and nothing about the others.
  const auto before = cells_of(succeed(plain));
  std::string review = "accept\tleft\tright\n";
  bool said = false;
  std::vector<std::string> rejected;
  for (std::size_t i = 1; i < before.size(); ++i) {
    const bool no = !said && before[i][5] != "seed";
    if (no) rejected = before[i];
    said |= no;
    review += (no ? "no" : i % 2 ? "yes" : "") + ("\t" + before[i][0]) + "\t" + before[i][1] + "\n";
  }
  const std::string reviewed = files.directory.put("reviewed.tsv", review);
  const auto after = cells_of(succeed(with({"--forbidden", reviewed})));
  REQUIRE(after.size() == before.size());
  for (std::size_t i = 1; i < after.size(); ++i)
    CHECK_FALSE((after[i][0] == rejected[0] && after[i][1] == rejected[1]));
  const auto report = cells_of(succeed(with({"--forbidden", reviewed, "-o", files.directory.file("matched.tsv")})));
  CHECK(std::find(report.begin(), report.end(), std::vector<std::string>{"forbidden", "1"}) != report.end());

  const std::string clash = files.directory.put("clash.tsv", "3\t3\n"),
                    absent = files.directory.put("a.tsv", "0\t12\n");
  expect_failure(files.directory, with({"--forbidden", clash}), 3,
                 clash + ": pair 3 3 is a seed and forbidden; leave one of them out");
  expect_failure(files.directory, with({"--forbidden", absent}), 3,
                 absent +
                     ": forbidden pair 0 12 names an object that is not there (10 left and 10 right ones); rows are "
                     "numbered from 0");
  expect_failure(files.directory, with({"--forbidden", reviewed, "--neighbours", "3"}), 2,
                 "--forbidden: has no effect with --neighbours; leave it out");
  expect_failure(
      files.directory,
      {"match", files.left, files.right, "--seeds", files.known, "--method", "mcca", "--forbidden", reviewed}, 2,
      "--forbidden: has no effect with --method mcca; leave it out");
}

TEST_CASE("match: --gold needs a report or a picture to be in") {
  const Files files;
  expect_failure(
      files.directory, {"match", files.left, files.right, "--gold", files.known}, 2,
      "--gold: the share recovered is said in the report, which -o prints, and drawn; add -o MATCHES.tsv, or "
      "--picture FILE.svg");
}

TEST_CASE("match: bad input is told with its remedy") {
  const Files files;
  const TemporaryDirectory& directory = files.directory;
  const auto fails = [&](std::vector<std::string> options, int code, const std::string& text) {
    std::vector<std::string> arguments = {"match", files.left, files.right};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expect_failure(directory, arguments, code, text);
  };
  fails({"--grow-until", "0.5"}, 2, "--grow-until: is for what grows from seeds; use --method s-u or s-z");
  const std::string empty = directory.put("empty.txt", ""), one = directory.put("one.txt", "alone here\n");
  expect_failure(directory, {"match", empty, files.right}, 3,
                 empty + ": nothing in it; give one text a line, or .npy rows");
  expect_failure(directory, {"match", files.left, one}, 3,
                 one + ": a single object has no neighbours to be told by; give at least 2 objects a side");
  fails({"--method", "s-z"}, 2,
        "--method: s-u and s-z grow from seeds, and there are none; give --seeds FILE, or use psmooth or auto");
  const std::string absent = directory.put("absent.tsv", "0\t12\n"), twice = directory.put("twice.tsv", "0\t1\n2\t1\n"),
                    wrong = directory.put("wrong.tsv", "0\t0\nfirst\tsecond\n");
  fails({"--seeds", absent}, 3,
        absent + ": seed 0 12 names an object that is not there (10 left and 10 right ones); rows are numbered from 0");
  fails({"--seeds", twice}, 3, twice + ": seed 2 1 repeats an object; an object has one partner");
  fails({"--seeds", wrong}, 3, wrong + ":2: not a pair of rows; two whole numbers from 0, with a tab between");
  fails({"--method", "psmooth", "--powers", "1:0:1"}, 2,
        "--powers: '1:0:1' is no range of p; write 0.01:1:0.01, or one value above 0");
  fails({"--stemmer", "a,b,c"}, 2,
        "--stemmer: 'a,b,c' has more than two parts; one for both collections, or LEFT,RIGHT");
  fails({"--picture", directory.file("x.svg")}, 2,
        "--picture: this method does not sweep p, so there is no curve; use --method psmooth, s-u or s-z");
  fails({"--powers", "0.5"}, 2, "--powers: has no effect with --method auto; leave it out");
  fails({"--method", "ks", "--surface", "off"}, 2, "--surface: has no effect with --method ks; leave it out");
  fails({"--kernel", "linear"}, 2, "--kernel: has no effect with texts; leave it out");
  fails({"--explain", "99"}, 2, "--explain: left object 99 has no match; give a row from 0 that is in the result");

  const std::string signed_rows = array_file(directory, "signed.npy", 3, 2, {1, 0, -1, 0, 0, 1});
  expect_failure(directory, {"match", signed_rows, signed_rows, "--kernel", "linear"}, 3,
                 signed_rows +
                     ": 2 of 9 similarities are negative (to -1), and have no p-th power; use --negative shift or "
                     "clip, or --method ks");
  succeed({"match", signed_rows, signed_rows, "--kernel", "linear", "--negative", "clip"});
  const std::string lopsided = array_file(directory, "lopsided.npy", 2, 2, {1, 0.25, 0.5, 1});
  expect_failure(directory, {"match", lopsided, lopsided, "--gram"}, 3,
                 lopsided +
                     ": not symmetric: row 2, column 1 is 0.5, but 0.25 the other way round; a Gram matrix holds "
                     "each similarity twice");
  const std::string nan = array_file(directory, "nan.npy", 2, 2, {1, 0, 0, std::nan("")});
  const Finished finished = run_couplet({"match", nan, nan});
  CHECK(finished.code == 3);
  CHECK(finished.err.find("row 2, column 2") != std::string::npos);
}

TEST_CASE("match: equal objects are ties, in rising order, and reported") {
  const TemporaryDirectory directory;
  std::string text = lines(false);
  text += words[2] + "\n";
  const std::string left = directory.put("left.txt", text), right = directory.put("right.txt", text);
  const Finished finished = run_couplet({"match", left, right});
  CHECK(finished.code == 0);
  CHECK(finished.err ==
        "couplet: warning: 2 matches are ties: equal objects could change places; they are in rising order\n");
  const auto rows = cells_of(finished.out);
  CHECK(rows[3][1] == "2");
  CHECK(rows[3][5] == "tie");
  CHECK(rows[11][1] == "10");
}

TEST_CASE("match: exit code 1 with --min-confidence when all is chance, and a plan that counts") {
  const TemporaryDirectory directory;
  const auto noise = [](int first) {
    std::string text;
    unsigned state = static_cast<unsigned>(first);
    for (int line = 0; line < 40; ++line) {
      for (int word = 0; word < 12; ++word) {
        state = state * 1664525U + 1013904223U;
        text += std::string("w") + std::to_string((state >> 16) % 60) + " ";
      }
      text += "\n";
    }
    return text;
  };
  const std::string left = directory.put("l.txt", noise(1)), right = directory.put("r.txt", noise(7)),
                    out = directory.file("m.tsv");
  const Finished plain = run_couplet({"match", left, right, "--surface", "off", "-o", out});
  CHECK(plain.code == 0);
  CHECK(plain.out.find("chance\tcannot be told from chance\n") != std::string::npos);
  CHECK(plain.err.find("the matches cannot be told from chance") != std::string::npos);
  CHECK(run_couplet({"match", left, right, "--surface", "off", "--min-confidence", "0.5"}).code == 1);
  const std::string plan = succeed({"match", left, right, "--dry-run"});
  CHECK(plan.find("memory\t62.5 KB for the similarities") != std::string::npos);
  CHECK(plan.find("time\tabout 1 s of a processor, very roughly") != std::string::npos);
}
