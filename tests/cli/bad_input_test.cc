// Bad input: one clear line, the right exit code, nothing half-written.
#include <doctest/doctest.h>
#include <signal.h>

#include <filesystem>

#include "tests/base/compress.h"
#include "tests/cli/pair_files.h"

namespace {

struct Place {
  TemporaryDirectory directory;
  std::string model = directory.file("m.couplet");
  std::string put(const std::string& name, const std::string& content) const { return directory.put(name, content); }

  /// Fails to fit phsic with these arguments.
  void fit_fails(std::vector<std::string> arguments, int code, const std::string& message) const {
    arguments.insert(arguments.begin(), {"fit", "phsic"});
    arguments.insert(arguments.end(), {"-o", model});
    expect_failure(directory, arguments, code, message);
  }
};

}  // namespace

TEST_CASE("files of unequal length") {
  const Place place;
  const std::string left = place.put("left.txt", "a b\nc d\ne f\n"), right = place.put("right.txt", "x\ny\n");
  place.fit_fails({left, right}, 3,
                  right + ":3: the file ends here but " + left +
                      " has more lines; line i of one file must belong to line i of the other");
}

TEST_CASE("a wrong number of columns") {
  const Place place;
  const std::string three = place.put("three.tsv", "a\tb\nc\td\te\n"), one = place.put("one.tsv", "a\tb\nc\n");
  place.fit_fails({three}, 3, three + ":2: 3 columns, expected 2; use --columns 1,2");
  const Finished run = run_couplet({"fit", "phsic", one, "-o", place.model});
  CHECK(run.code == 3);
  CHECK(run.err.starts_with("couplet: " + one + ":2: 1 column"));
  place.fit_fails({three, "--columns", "left,right"}, 3,
                  three + ":1: no column \"left\" in the header; the header has a, b");
  place.fit_fails({one, "--columns", "1"}, 2, "--columns: \"1\" names one column, expected two; use --columns 1,2");
  // Skipped lines are counted, and what is left is fitted.
  const Finished skipped =
      run_couplet({"fit", "phsic", place.put("some.tsv", tsv_of(couplet::topic_texts(30)) + "bad line\n"), "--encoder",
                   "lsa:3", "--on-bad-line", "skip", "-o", place.model});
  CHECK(skipped.code == 0);
  CHECK(skipped.out.find("bad lines skipped\t1\n") != std::string::npos);
}

TEST_CASE("an empty line of a TSV says what to do with it") {
  const Place place;
  const std::string blank = place.put("blank.tsv", "a\tb\n\nc\td\n");
  place.fit_fails({blank}, 3,
                  blank + ":2: an empty line; remove it, or leave out what cannot be read with --on-bad-line skip");
  const std::string pairs = place.put("pairs.tsv", tsv_of(couplet::topic_texts(30)) + "\r\n");
  succeed({"fit", "phsic", pairs, "--on-bad-line", "skip", "-o", place.model});
  expect_failure(place.directory, {"explain", place.model, pairs, pairs}, 2,
                 pairs +
                     ": is a file, and explain takes the two texts themselves; write them in quotes: couplet "
                     "explain MODEL 'a text' 'another'");
}

TEST_CASE("bytes that are not UTF-8") {
  const Place place;
  const std::string bad = place.put("bad.tsv", "a\tb\nc \xff\td\n");
  const Finished run = run_couplet({"fit", "phsic", bad, "-o", place.model});
  CHECK(run.code == 3);
  CHECK(run.err.starts_with("couplet: " + bad + ":2: "));
  CHECK(run.err.find("UTF-8") != std::string::npos);
  CHECK(lines_of(run.err).size() == 1);
  CHECK(place.directory.names() == std::vector<std::string>{"bad.tsv"});
}

TEST_CASE("nothing, or too little, to learn from") {
  const Place place;
  const std::string empty = place.put("empty.tsv", ""), one = place.put("one.tsv", "l1w1 l1w2\tr1w1\n"),
                    vectors = place.put("vectors.txt", couplet::topic_vectors(4, 99));
  const std::string unknown = place.put("unknown.tsv", "xyzzy\tplugh\nfoo\tbar\n"),
                    same = place.put("same.tsv", "l1w1\tr1w1\nl1w1\tr1w2\nl1w1\tr1w3\n");
  place.fit_fails({empty, "--encoder", "sum", "--vectors", vectors}, 3,
                  empty + ": no pairs in it; give at least two pairs");
  place.fit_fails(
      {one, "--encoder", "sum", "--vectors", vectors}, 3,
      "left side: one pair only: nothing to compare it with; check --columns and --encoder, or give more pairs");
  place.fit_fails({unknown, "--encoder", "sum", "--vectors", vectors}, 3,
                  unknown + ": every pair has a side without a known word; check --columns, --text and --vectors");
  place.fit_fails(
      {same, "--encoder", "sum", "--vectors", vectors}, 3,
      "left side: all texts have the same vector (zero variance); check --columns and --encoder, or give more pairs");
  place.fit_fails({unknown, "--vectors", vectors, "--kernel", "rbf:sigma=1"}, 3,
                  "no text has a known word; check --text, --vectors and --columns");
  place.fit_fails({empty}, 3, empty + ": no pairs in it; give pairs, one a line, with a tab between them");
  // With the default encoder an empty file and one pair have no terms to learn from either.
  CHECK(run_couplet({"fit", "phsic", empty, "-o", place.model}).code == 3);
  CHECK(run_couplet({"fit", "phsic", one, "-o", place.model}).code == 3);
  CHECK(run_couplet({"fit", "pmi", empty, "-o", place.model}).code == 3);
  CHECK_FALSE(std::filesystem::exists(place.model));
}

TEST_CASE("ten lines are enough for the default encoder; a rank too large is a warning") {
  const Place place;
  const std::string ten = place.put("ten.tsv", tsv_of(couplet::topic_texts(10)));
  const Finished plain = run_couplet({"fit", "phsic", ten, "-o", place.model});
  CHECK(plain.code == 0);
  CHECK(plain.err.empty());
  const Finished wide = run_couplet({"fit", "phsic", ten, "--encoder", "lsa:300", "-o", place.model});
  CHECK(wide.code == 0);
  CHECK(wide.err.find("warning: left texts: lsa:300 asked, their rank is ") != std::string::npos);
  CHECK(run_couplet({"verify", place.model}).code == 0);
  const std::string few = place.put("few.tsv", "a b\tx\nc d\ty\na b\tx\nc d\ty\na b\ty\n");
  const Finished pivots = run_couplet(
      {"fit", "phsic", few, "--encoder", "hash:8", "--kernel", "rbf:sigma=1", "--rank", "50", "-o", place.model});
  CHECK(pivots.code == 0);
  CHECK(pivots.err.find("warning: left side: --rank 50 asked, the kernel's rank on these data is 2; using 2\n") !=
        std::string::npos);
  CHECK(run_couplet({"verify", place.model}).code == 0);
  CHECK(run_couplet({"fit", "phsic", few, "--encoder", "hash:8", "--quiet", "-o", place.model}).err.empty());
}

TEST_CASE("names spelled wrong") {
  const Place place;
  const std::string pairs = place.put("pairs.tsv", tsv_of(couplet::topic_texts(20)));
  place.fit_fails({pairs, "--encoder", "lso:30"}, 2,
                  "--encoder: unknown encoder 'lso:30'; use sum, mean, idf, sif or extremes (with --vectors), "
                  "hash:DIM, chars:DIM, lsa:DIM or shape");
  place.fit_fails({pairs, "--encoder", "sum"}, 2,
                  "--encoder: sum needs word vectors; give --vectors FILE, or use lsa:300, which needs none");
  place.fit_fails({pairs, "--encoder", "rows"}, 2,
                  "--encoder: rows is for .npy files; use sum, mean, idf, sif, extremes, hash:DIM, chars:DIM, lsa:DIM "
                  "or shape for texts");
  place.fit_fails({pairs, "--text", "lover,icu"}, 2,
                  "pipeline \"lover,icu\": unknown step \"lover\"; the steps are nfkc, lower, then one of icu, words, "
                  "penn, space, chars:A-B, then bounds, grams:A-B");
  place.fit_fails({pairs, "--rank", "5"}, 2,
                  "--rank: no kernel here is nonlinear; leave it out, or give --kernel rbf:sigma=median");
  place.fit_fails({pairs, "--encoder", "hash:8", "--max-terms", "5"}, 2,
                  "--max-terms: no encoder here is lsa; leave it out, or give --encoder lsa:300");
  place.fit_fails({pairs, "--encoder-from", pairs, "--text", "space"}, 2,
                  "--text: is that of the model given with --encoder-from; leave one of them out");
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--kernel", "cosinus"},
                                                {"--kernel", "rbf:sigma=-1"},
                                                {"--similarity", "dot"},
                                                {"--rank", "0"},
                                                {"--whiten", "-1"}}) {
    std::vector<std::string> arguments = {"fit", "phsic", pairs, "-o", place.model};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    const Finished run = run_couplet(arguments);
    CAPTURE(wrong[1]);
    CHECK(run.code == 2);
    CHECK(lines_of(run.err).size() == 1);
  }
  CHECK(run_couplet({"fit", "phsic", pairs, "--kernel", "cosinus", "-o", place.model}).err.find("cosine") !=
        std::string::npos);
  CHECK(run_couplet({"fit", "phsik", pairs, "-o", place.model}).err.find("did you mean 'phsic'?") != std::string::npos);
  expect_failure(place.directory, {"fit", "phsic", pairs}, 2,
                 "--output: where to save the model is not said; add -o MODEL.couplet");
}

TEST_CASE("standard input can be read once only") {
  const Place place;
  const Finished run = run_couplet(
      Invocation{{"fit", "phsic", "-", "--encoder", "lsa:5", "-o", place.model}, tsv_of(couplet::topic_texts(30))});
  CHECK(run.code == 2);
  CHECK(run.err ==
        "couplet: standard input: it can be read only once and this method reads its data twice; give a file\n");
  CHECK(place.directory.names().empty());
}

TEST_CASE("files that are missing, cut, or cannot be written") {
  const Place place;
  const std::string pairs = tsv_of(couplet::topic_texts(200)), packed = couplet::xz(pairs);
  const std::string whole = place.put("whole.tsv.xz", packed),
                    cut = place.put("cut.tsv.xz", packed.substr(0, packed.size() / 2)),
                    missing = place.directory.file("missing.tsv");
  CHECK(run_couplet({"fit", "phsic", whole, "--encoder", "lsa:5", "-o", place.model}).code == 0);
  std::filesystem::remove(place.model);
  const Finished damaged = run_couplet({"fit", "phsic", cut, "--encoder", "lsa:5", "-o", place.model});
  CHECK(damaged.code == 3);
  CHECK(damaged.err.starts_with("couplet: " + cut));
  CHECK(lines_of(damaged.err).size() == 1);
  place.fit_fails({missing}, 6, missing + ": cannot open: No such file or directory");

  const std::string nowhere = place.directory.file("no/such/m.couplet");
  expect_failure(place.directory, {"fit", "phsic", whole, "--encoder", "lsa:5", "-o", nowhere}, 6,
                 nowhere + ": cannot create: No such file or directory");
  expect_failure(place.directory, {"fit", "phsic", whole, "--encoder", "lsa:5", "-o", "/dev/full"}, 6,
                 "/dev/full: cannot write: No space left on device");
  expect_failure(place.directory, {"fit", "phsic", whole, "--encoder", "lsa:5", "-o", place.directory.file("")}, 6,
                 place.directory.file("") + ": is a directory");
  // An old model stays whole when the new one fails.
  place.put("m.couplet", "old");
  CHECK(run_couplet({"fit", "phsic", cut, "--encoder", "lsa:5", "-o", place.model}).code == 3);
  CHECK(content_of(place.model) == "old");
}

TEST_CASE("damaged models") {
  const Place place;
  const std::string pairs = place.put("pairs.tsv", tsv_of(couplet::topic_texts(40)));
  succeed({"fit", "phsic", pairs, "--encoder", "lsa:4", "-o", place.model});
  const std::string bytes = content_of(place.model);
  const auto refused = [&](const std::string& damaged) {
    const std::string broken = place.put("broken.couplet", damaged);
    for (const std::vector<std::string>& verb : {std::vector<std::string>{"score", broken, pairs},
                                                 {"verify", broken},
                                                 {"add", broken, pairs, "-o", place.directory.file("new")}}) {
      const Finished run = run_couplet(verb);
      CHECK(run.code == 4);
      CHECK(run.err.starts_with("couplet: " + broken + ": "));
      CHECK(lines_of(run.err).size() == 1);
      CHECK(run.out.find("true") == std::string::npos);
    }
  };
  for (const std::size_t length : {std::size_t{0}, std::size_t{256}, bytes.size() / 2, bytes.size() - 1})
    refused(bytes.substr(0, length));
  for (const std::size_t at : {std::size_t{3}, std::size_t{700}, bytes.size() / 2, bytes.size() - 1}) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    refused(flipped);
  }
  CHECK_FALSE(std::filesystem::exists(place.directory.file("new")));
  CHECK(run_couplet({"score", pairs, pairs}).code == 4);
  const Finished no_model =
      run_couplet({"fit", "phsic", pairs, "--encoder-from", pairs, "-o", place.directory.file("new")});
  CHECK(no_model.code == 4);
  CHECK(no_model.err == run_couplet({"verify", pairs}).err);
  CHECK_FALSE(std::filesystem::exists(place.directory.file("new")));
}

TEST_CASE("Ctrl-C: the fit stops, and nothing is left") {
  const Place place;
  const auto arrays = made_arrays(place.directory, 20000, 16);
  const auto before = place.directory.names();
  // So many permutations that it cannot end by itself, wherever the signal finds it.
  Running running(Invocation{
      {"fit", "phsic", arrays[0], arrays[1], "--permutations", "10000000", "-o", place.model, "--progress", "always"}});
  REQUIRE(running.wait_for_error_text("pairs"));
  running.send(SIGINT);
  const Finished run = running.finish();
  CHECK(run.code == 130);
  CHECK(run.err.ends_with("couplet: interrupted\n"));
  CHECK(run.out.empty());
  CHECK(place.directory.names() == before);
}

TEST_CASE("extreme texts and options are refused, not our bug") {
  const Place place;
  const std::string one = place.put("one.txt", "a single line\n"),
                    same = place.put("same.txt", "as before\nas before\n");
  for (const std::string& text : {one, same}) {
    const Finished run = run_couplet({"fit", "lsa", text, "-o", place.model});
    CHECK(run.code == 3);
    CHECK(run.err.ends_with("couplet: " + text +
                            ": no word is in some documents and not in others: all weigh nothing; give more documents, "
                            "or --weighting idf=none\n"));
  }
  const std::string thesaurus = place.put("t.tsv", "hot\twarm\tcold\ncold\tcool\thot\n");
  expect_failure(place.directory, {"fit", "pilsa", thesaurus, "--weights", "1e-308", "-o", place.model}, 2,
                 "--weights: '1e-308' is not a list of numbers, each 0 or from a millionth to a million; write one for "
                 "each thesaurus, such as 1,0.5,2");
  const std::string pairs = place.put("p.tsv", "a\tx\t1\nb\ty\t0\na\ty\t0\nb\tx\t1\n");
  succeed({"fit", "pmi", pairs, "--columns", "1,2", "-o", place.model});
  const Finished many = run_couplet({"eval", place.model, pairs, "--label", "3", "--resamples", "9223372036854775807"});
  CHECK(many.code == 2);
  CHECK(many.err.starts_with("couplet: --resamples: "));
}

TEST_CASE("options are looked at before the data, and those that would do nothing are refused") {
  const Place place;
  const std::string empty = place.put("empty.txt", "\n"), pairs = place.put("pairs.tsv", "a\tb\t1\nc\td\t0\n");
  const auto fails = [&](std::vector<std::string> arguments, const std::string& message) {
    arguments.insert(arguments.begin(), "fit");
    arguments.insert(arguments.end(), {"-o", place.model});
    expect_failure(place.directory, arguments, 2, message);
  };
  fails({"sgns", empty, "--stop-words", "top:x"}, "--stop-words: 'top:x' is not top:N; write top:100, or give a file");
  fails({"sgns", empty, "--stop-row", "3"}, "--stop-row: has no meaning here; leave it out, or give --stop-words");
  fails({"rewriting", pairs, "--wiring", "any-type"},
        "--wiring: has no meaning here; leave it out, or give --kernel with tesrk");
  fails({"rewriting", pairs, "--neighbours", "7"},
        "--neighbours: has no meaning here; leave it out, or give --vectors");
  fails({"jplsa", pairs, "--patience", "7"},
        "--patience: has no meaning here; leave it out, or give --hold-out or --development");
  fails({"bm25", empty, "--feedback-terms", "7"},
        "--feedback-terms: has no meaning here; leave it out, or give --feedback");
}
