// Synonyms and opposites through the program: fit pilsa, search, eval --opposites, score, explain, and bad input.
#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tests/cli/pair_files.h"
#include "tests/cli/run_program.h"

namespace {

const std::string thesaurus =
    "hot\tburning, scorching\tcold, icy\ncold\ticy, frosty\thot, burning\nwarm\ttepid\tcool, cold\n"
    "cool\tchilly\twarm, hot\nbig\tlarge, huge\tsmall, tiny\nsmall\ttiny, little\tbig, huge\n";

std::string thesaurus_model_of(const TemporaryDirectory& directory, const std::vector<std::string>& options = {}) {
  const std::string model = directory.file("opposites.couplet");
  std::vector<std::string> arguments{"fit", "pilsa", directory.put("t.tsv", thesaurus), "-o", model};
  arguments.insert(arguments.end(), options.begin(), options.end());
  succeed(arguments);
  return model;
}

}  // namespace

TEST_CASE("opposites: search, score and the way a word was had") {
  const TemporaryDirectory directory;
  const std::string model = thesaurus_model_of(directory, {"--dimensions", "2"});
  const auto found = cells_of(succeed({"search", model, "hot", "colder", "--opposites", "-k", "2"}));
  REQUIRE(found.size() == 5);
  CHECK(std::stod(found[1][3]) < -0.8);
  CHECK(found[1][4].empty());
  CHECK(found[3][0] == "colder");
  CHECK(found[3][4] == "lemma");

  const std::string pairs = directory.put("p.tsv", "hot\tcold\nhugeness\ttiny\nzebra\thot\n");
  const Finished scored = run_couplet({"score", model, pairs});
  CHECK(scored.code == 0);
  CHECK(scored.err == "couplet: warning: 2 of 3 pairs have a score\n");
  const auto rows = cells_of(scored.out);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0] == std::vector<std::string>{"pair", "score", "z", "unknown", "left_way", "right_way"});
  CHECK(std::stod(rows[1][1]) < -0.8);
  CHECK(rows[1][4].empty());
  CHECK(rows[2][4] == "stem");
  CHECK(rows[3][1].empty());
  CHECK(rows[3][3] == "left");

  const auto why = succeed_json({"explain", model, "colder", "hot"});
  CHECK(why[1].at("kind") == "lemma");
  CHECK(why[1].at("right") == "cold");
  CHECK(why[1].at("value") == 0);
}

TEST_CASE("search --axis and --odd-one-out") {
  const TemporaryDirectory directory;
  const std::string model = thesaurus_model_of(directory, {"--dimensions", "2"});
  const Finished axis = run_couplet({"search", model, "--axis", "hot", "icy", "scorchd", "burning", "warmer", "cool"});
  CHECK(axis.code == 0);
  CHECK(axis.err == "couplet: warning: 'scorchd': the model does not know it; did you mean 'scorching'?\n");
  const auto rows = cells_of(axis.out);
  REQUIRE(rows.size() == 6);
  CHECK(rows[0] == std::vector<std::string>{"rank", "word", "score", "way"});
  CHECK(rows[1][1] == "burning");
  CHECK(rows[2][1] == "warmer");
  CHECK(rows[2][3] == "lemma");
  CHECK(rows[4][0] == "4");
  CHECK(std::stod(rows[4][2]) < -0.5);
  CHECK(rows[5] == std::vector<std::string>{"", "scorchd", "", "unknown"});

  const auto both = succeed_json({"search", model, "--axis", "cold:hot", "hot", "cold"});
  REQUIRE(both.size() == 2);
  CHECK(both[0].at("schema") == "couplet.order/1");
  CHECK(both[0].at("word") == "cold");
  CHECK(both[0].at("score").get<double>() == doctest::Approx(-both[1].at("score").get<double>()));

  const auto odd = cells_of(run_couplet({"search", model, "--odd-one-out", "hot", "burning", "frosty", "zebra"}).out);
  REQUIRE(odd.size() == 5);
  CHECK(odd[1][1] == "frosty");
  CHECK(odd[4][1] == "zebra");
  const Finished lines = run_couplet(Invocation{{"search", model, "--odd-one-out", "-"}, "hot\nburning\n\nfrosty\n"});
  CHECK(cells_of(lines.out)[1][1] == "frosty");

  CHECK(run_couplet({"search", model, "--axis", "hot", "zebra"}).code == 1);
  const auto fails = [&](const std::vector<std::string>& options, int code, const std::string& message) {
    std::vector<std::string> arguments{"search", model};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expect_failure(directory, arguments, code, message);
  };
  fails({"--axis", "zebra", "hot"}, 3, "the model does not know 'zebra'; choose another word for the axis");
  fails({"--axis", "hot:hot", "hot"}, 3, "'hot' and 'hot' are the same to the model; choose two words that differ");
  for (const std::string bad : {"hot:", ":hot", "a:b:c"})
    fails({"--axis", bad, "hot"}, 2,
          "--axis: '" + bad + "' does not name one or two words; write it like hot or hot:cold");
  fails({"--odd-one-out", "hot", "cold"}, 3,
        "2 of the words are known; give at least three words that the model knows");
  fails({"--axis", "hot", "--odd-one-out", "cold"}, 2, "--odd-one-out: does not go with --axis; leave one of them out");
  fails({"--odd-one-out", "--opposites", "cold"}, 2,
        "--opposites: does not go with --odd-one-out; leave one of them out");
  fails({"--odd-one-out", "a\xff"}, 2, "'a\\xFF' is not UTF-8; write it in UTF-8");
}

TEST_CASE("eval --opposites: precision, recall and F1 with intervals; unknown words are named") {
  const TemporaryDirectory directory;
  const std::string model = thesaurus_model_of(directory, {"--dimensions", "2"});
  const std::string questions = directory.put("q.txt",
                                              "hot: burning icy huge :: icy\nsmall: tiny zebra large :: large\nzebra: "
                                              "hot cold :: cold\nhot: cold big :: big\n");
  const Finished run = run_couplet({"eval", model, questions, "--opposites", "--resamples", "500"});
  CHECK(run.code == 0);
  CHECK(run.err == "couplet: warning: 1 of 10 words are not known: zebra\n");
  std::map<std::string, std::vector<std::string>> rows;
  for (const auto& row : cells_of(run.out)) rows[row[0]] = row;
  CHECK(rows["precision"][1] == "0.666667");
  CHECK(rows["recall"][1] == "0.5");
  CHECK(std::stod(rows["f1"][1]) == doctest::Approx(4.0 / 7).epsilon(1e-5));
  for (const char* metric : {"precision", "recall", "f1"}) {
    CHECK(rows[metric][4] == "3");
    CHECK(rows[metric][5] == "4");
    CHECK(std::stod(rows[metric][2]) < std::stod(rows[metric][1]));
    CHECK(std::stod(rows[metric][3]) > std::stod(rows[metric][1]));
  }
  CHECK(run_couplet({"eval", model, questions, "--opposites", "--resamples", "500", "-t", "3"}).out == run.out);
  CHECK(run_couplet({"eval", model, questions, "--opposites", "--min", "f1=0.9"}).code == 1);
  const auto compared =
      cells_of(succeed({"compare", model, model, questions, "--opposites", "--resamples", "100", "-q"}));
  CHECK(compared[1][0] == "recall");
  CHECK(compared[1][3] == "0.5");
  CHECK(compared[1][5] == "0");
  // With --verbose the way of every word that was not had as it is.
  const std::string inflected = directory.put("i.txt", "hot: burning colder :: colder\n");
  const std::string notes = run_couplet({"eval", model, inflected, "--opposites", "-v"}).err;
  CHECK(notes.find("couplet: 'colder' by its lemma: cold\n") != std::string::npos);
  CHECK(notes.find("couplet: words by the way they were had: itself 2, lemma 1\n") != std::string::npos);

  const std::string bad = directory.put("bad.txt", "hot: cold :: cold\nhot cold\n");
  expect_failure(directory, {"eval", model, bad, "--opposites"}, 3,
                 bad + ":2: not a question; write 'target: choice choice ... :: answer'");
  const Finished skipped = run_couplet({"eval", model, bad, "--opposites", "--on-bad-line", "skip"});
  CHECK(skipped.err == "couplet: warning: bad lines skipped: 1\n");
  const std::string foreign = directory.put("foreign.txt", "chaud: froid grand :: froid\n");
  expect_failure(
      directory, {"eval", model, foreign, "--opposites"}, 3,
      "questions: the model knows no target, or none of its choices; are they in the language of the model?");
}

TEST_CASE("eval --synonyms: the most similar choice is the answer") {
  const TemporaryDirectory directory;
  const std::string model = thesaurus_model_of(directory, {"--dimensions", "2"});
  const std::string questions =
      directory.put("q.txt", "hot: icy burning huge cold :: burning\nsmall: large tiny hot big :: tiny\n");
  const auto of = [&](const char* kind) {
    return cells_of(succeed({"eval", model, questions, kind, "--resamples", "50"}))[1];
  };
  CHECK(of("--synonyms") == std::vector<std::string>{"precision", "1", "1", "1", "2", "2"});
  CHECK(of("--opposites")[1] == "0");
  const auto compared = cells_of(succeed({"compare", model, model, questions, "--synonyms", "--resamples", "50"}));
  CHECK(compared[1][0] == "recall");
  CHECK(compared[1][3] == "1");
}

TEST_CASE("fit pilsa: contradictory entries, empty antonym lists") {
  const TemporaryDirectory directory;
  const std::string model = directory.file("m.couplet");
  // A word that one entry has as synonym and antonym is left out of that entry.
  const std::string contrary = directory.put("c.tsv", "hot\tburning, tepid\tcold, tepid\ntepid\tlukewarm\t\n");
  const auto report = cells_of(succeed({"fit", "pilsa", contrary, "-o", model}));
  const auto line =
      std::find_if(report.begin(), report.end(), [](const auto& row) { return row[0] == "contradictions"; });
  REQUIRE(line != report.end());
  CHECK((*line)[1] == "1 words left out of an entry that has them on both sides");
  CHECK(std::abs(scores_of(model, {directory.put("p.tsv", "hot\ttepid\n")})[0]) < 0.1);

  const std::string friendly = directory.put("f.tsv", "big\tlarge\t\nsmall\ttiny\n");
  const Finished run = run_couplet({"fit", "pilsa", friendly, "-o", model});
  CHECK(run.code == 0);
  CHECK(run.err == "couplet: warning: no entry names antonyms: nothing will have an opposite\n");
}

TEST_CASE("fit pilsa: thesauri that are missing or garbled") {
  const TemporaryDirectory directory;
  const std::string model = directory.file("m.couplet");
  const auto fails = [&](const std::string& path, int code, const std::string& message) {
    expect_failure(directory, {"fit", "pilsa", path, "-o", model}, code, path + message);
  };
  fails(directory.file("wordnet3"), 6, ": no such file or directory; install the Debian package wordnet-base");
  fails(directory.file("th_en.dat"), 6,
        ": no such file or directory; install a thesaurus such as the Debian package mythes-en-us");
  fails(directory.put("four.tsv", "hot\twarm\tcold\tx\n"), 3,
        ":1: 4 columns, expected 2 or 3; write head, synonyms and antonyms, separated by tabs");
  fails(directory.put("empty.tsv", ""), 3, ": no entry in it; give at least one line");
  fails(directory.put("cut.dat", "UTF-8\nhot|2\n(adj)|warm\n"), 3,
        ": ends inside the entry of 'hot'; install its package again (Debian: mythes-en-us and others)");
  fails(directory.put("bytes.tsv", "hot\tw\xff\tcold\n"), 3,
        ":1: invalid UTF-8 at byte 6 (0xFF); convert it, e.g. with iconv -f latin1 -t utf8");
  const std::string lone = directory.put("lone.tsv", "hot\t\t\n");
  expect_failure(directory, {"fit", "pilsa", lone, "-o", model}, 3,
                 "no entry with two words that count; name more relations in --relations, or give another thesaurus");
  std::filesystem::create_directory(directory.file("wn"));
  const Finished empty = run_couplet({"fit", "pilsa", directory.file("wn"), "-o", model});
  CHECK(empty.code == 6);
  CHECK(empty.err.find("install the Debian package wordnet-base") != std::string::npos);
}
