// Language models and blanks through the program: fit, score, eval, complete, explain, convert, and bad input.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/pair_files.h"
#include "tests/cli/run_program.h"

namespace {

const std::string text =
    "the dog barked at the wolf\nthe dog slept by the fire\nthe cat slept by the fire\nthe cat caught a mouse\n"
    "the dog caught a rabbit\nthe cow gave milk\nthe goat gave milk\nthe wolf lived in the wood\nthe dog barked\n";
const std::string questions =
    "id\tquestion\ta\tb\tanswer\n1\tthe ___ barked at the wolf\tdog\tmilk\ta\n2\tthe cow gave _____\tfire\tmilk\tb\n";

std::string ngram_model_of(const TemporaryDirectory& directory, const std::vector<std::string>& options = {}) {
  const std::string model = directory.file("ngram.couplet");
  std::vector<std::string> arguments{"fit", "ngram", directory.put("text.txt", text), "-o", model, "-q"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  succeed(arguments);
  return model;
}

}  // namespace

TEST_CASE("language models: score, words, perplexity") {
  const TemporaryDirectory directory;
  const std::string model = ngram_model_of(directory, {"--order", "3"});
  const std::string asked = directory.put("asked.txt", "the dog barked\n\nthe zebra slept\n");
  const auto rows = cells_of(succeed({"score", model, asked}));
  REQUIRE(rows.size() == 3);
  CHECK(rows[0] == std::vector<std::string>{"sentence", "log10", "words", "unknown"});
  CHECK(std::stod(rows[1][1]) < 0);
  CHECK(rows[1][2] == "4");
  CHECK(rows[2][3] == "1");
  const auto words = cells_of(succeed({"score", model, asked, "--words"}));
  REQUIRE(words.size() == 9);
  CHECK(words[0] == std::vector<std::string>{"sentence", "position", "word", "log10", "known", "span"});
  CHECK(words[4][2] == "</s>");
  CHECK(words[6][4] == "false");
  double sum = 0;
  for (int i = 1; i <= 4; ++i) sum += std::stod(words[i][3]);
  CHECK(sum == doctest::Approx(std::stod(rows[1][1])).epsilon(1e-4));
  const auto measured = cells_of(succeed({"eval", model, asked, "--perplexity"}));
  REQUIRE(measured.size() == 4);
  CHECK(measured[1][0] == "perplexity");
  CHECK(measured[2][0] == "perplexity-known");
  CHECK(measured[3][4] == "7");
}

TEST_CASE("complete, eval --questions and explain") {
  const TemporaryDirectory directory;
  const std::string model = ngram_model_of(directory), asked = directory.put("q.tsv", questions);
  const auto rows = cells_of(succeed({"complete", model, asked}));
  REQUIRE(rows.size() == 5);
  CHECK(rows[0] == std::vector<std::string>{"id", "rank", "option", "score", "unknown"});
  CHECK(rows[1][2] == "dog");
  CHECK(rows[3][2] == "milk");
  const auto measured = cells_of(succeed({"eval", model, asked, "--questions"}));
  CHECK(measured[1][0] == "accuracy");
  CHECK(measured[1][1] == "1");
  const auto free = cells_of(succeed({"complete", model, "the _____ barked", "--top", "2"}));
  REQUIRE(free.size() == 3);
  CHECK(free[1][2] == "dog");
  CHECK(run_couplet({"complete", model, std::string(5000, 'x') + " the ___ barked"}).code == 0);  // no name of a file
  const auto why = succeed_json({"explain", model, "the ___ barked", "dog"});
  CHECK(why[0].at("kind") == "score");
  CHECK(why[1].at("kind") == "word");
}

TEST_CASE("scores of other programs: complete, eval and compare take them") {
  const TemporaryDirectory directory;
  const std::string model = ngram_model_of(directory), joined = directory.file("joined.couplet"),
                    asked = directory.put("q.tsv", questions),
                    scores =
                        directory.put("s.tsv", "id\toption\tjudge\n1\tdog\t2\n1\tmilk\t1\n2\tfire\t0\n2\tmilk\t3\n");
  succeed({"fit", "completion", asked, model, "--scores", scores, "--scorers", "file-judge", "-o", joined, "-q"});
  CHECK(cells_of(succeed({"eval", joined, asked, "--questions", "--scores", scores}))[1][1] == "1");
  CHECK(cells_of(succeed({"complete", joined, asked, "--scores", scores}))[1][2] == "dog");
  const Finished without = run_couplet({"eval", joined, asked, "--questions"});
  CHECK(without.err ==
        "couplet: warning: the model was fitted with scores that are not given, and goes by the others (there is "
        "none): file-judge; complete, eval and compare take them with --scores FILE\n"
        "couplet: warning: 0 of 2 questions have an option with a score\n");
  succeed({"compare", joined, model, asked, "--questions", "--scores", scores, "--resamples", "100"});
  expect_failure(directory, {"complete", model, "the ___ barked", "--scores", scores}, 2,
                 "--scores: has no effect with a text of one's own; leave it out");
  expect_failure(directory, {"eval", model, asked, "--perplexity", "--scores", scores}, 2,
                 "--scores: has no effect with --perplexity; leave it out");
}

TEST_CASE("explain --against: rows of differences") {
  const TemporaryDirectory directory;
  const std::string ngrams = ngram_model_of(directory), net = directory.file("net.couplet"),
                    joined = directory.file("joined.couplet");
  succeed({"fit", "context", directory.put("text.txt", text), "--units", "6", "--min-count", "1", "-o", net, "-q"});
  succeed({"fit", "completion", directory.put("q.tsv", questions), ngrams, net, "-o", joined, "-q"});
  const auto value = [](const auto& row) { return std::stod(row[3]); };
  for (const auto& [model, kinds] : {std::pair(ngrams, "word"), {net, "context base"}, {joined, "vote"}}) {
    CAPTURE(kinds);
    const auto rows = cells_of(succeed({"explain", model, "the ___ barked", "dog", "--against", "cow", "--top", "0"}));
    CHECK(rows[1][0] == "score");
    CHECK(rows[1][2] == "dog - cow");
    double sum = 0;
    for (std::size_t i = 2; i < rows.size(); ++i)
      if (std::string(kinds).find(rows[i][0]) != std::string::npos) sum += value(rows[i]);
    CHECK(sum == doctest::Approx(value(rows[1])).epsilon(1e-3));
    CHECK(value(rows[1]) != 0);
    if (model != joined) {  // which compares a single option with others of its own
      const auto dog = cells_of(succeed({"explain", model, "the ___ barked", "dog"}));
      const auto cow = cells_of(succeed({"explain", model, "the ___ barked", "cow"}));
      CHECK(value(rows[1]) == doctest::Approx(value(dog[1]) - value(cow[1])).epsilon(1e-3));
    }
  }
  expect_failure(directory, {"explain", ngrams, "zzz ___ yyy", "xxx", "--against", "vvv"}, 3,
                 "option: 'xxx' has no score; take words that the model knows");
}

TEST_CASE("a net's training: what was done before, how it goes, and a state that is there") {
  const TemporaryDirectory directory;
  const std::string path = directory.put("text.txt", text), state = directory.file("state");
  for (const std::vector<std::string>& net :
       {std::vector<std::string>{"rnnlm", "--hidden", "4"}, {"context", "--units", "4", "--min-count", "1"}}) {
    std::vector<std::string> arguments{"fit", net[0], path, "-o", directory.file("net"), "--checkpoint", state};
    arguments.insert(arguments.end(), net.begin() + 1, net.end());
    arguments.insert(arguments.end(), {"--epochs", "2", "--hold-out", "0"});
    succeed(arguments);
    expect_failure(directory, arguments, 2,
                   state +
                       ": the state of a training run is there already; add --resume to go on from it, or remove "
                       "it to begin again");
    arguments.insert(arguments.end(), {"--resume", "--progress", "always", "--json"});
    const Finished resumed = run_couplet(arguments);
    CHECK(resumed.code == 0);
    CHECK(resumed.err.find("held") == std::string::npos);
    nlohmann::json last;
    for (const std::string& line : lines_of(resumed.err))
      if (const auto json = nlohmann::json::parse(line); json.value("stage", "") == "training") last = json;
    REQUIRE(last.value("ended", false));
    CHECK(last.at("before") == last.at("done"));
    CHECK(last.at("remark").get<std::string>().starts_with("perplexity "));
    std::filesystem::remove(state);
  }
}

TEST_CASE("compare --questions: models on the same blanks") {
  const TemporaryDirectory directory;
  const std::string model = ngram_model_of(directory), other = directory.file("other.couplet");
  succeed({"fit", "ngram", directory.put("other.txt", "the milk barked\nthe cow gave fire\nthe cow gave fire\n"), "-o",
           other, "-q"});
  const std::string asked = directory.put("q.tsv", questions);
  const auto rows = cells_of(succeed({"compare", model, other, asked, "--questions", "--resamples", "100"}));
  REQUIRE(rows.size() == 2);
  const auto cell = [&](std::size_t column) { return rows[1][column]; };
  CHECK(cell(0) == "accuracy");
  CHECK(cell(1) == "ngram.couplet");
  CHECK(cell(2) == "other.couplet");
  CHECK(cell(3) == "1");
  CHECK(cell(4) == "0");
  CHECK(cell(5) == "1");
  CHECK(cell(10) == "0.5");  // McNemar's exact test of 2 : 0
  expect_failure(directory, {"compare", model, other, asked, "--questions", "--label", "3"}, 2,
                 "more than one option says what is right; give one of them");
  expect_failure(directory, {"compare", model, other, asked}, 2,
                 "what is right is not said; give one of --lists FILE (candidates), --label COLUMN (0 or 1), --value "
                 "COLUMN (judgements), --retrieval (the pairs themselves), --analogy add|mul (questions), --opposites "
                 "(questions), --synonyms (questions), --questions (questions)");
}

TEST_CASE("few n-grams: one warning for all orders") {
  const TemporaryDirectory directory;
  const Finished run =
      run_couplet({"fit", "ngram", directory.put("text.txt", text), "--order", "3", "-o", directory.file("m.couplet")});
  CHECK(run.code == 0);
  const auto warnings = lines_of(run.err);
  CHECK(std::count_if(warnings.begin(), warnings.end(), [](const std::string& line) {
          return line.find("for the usual discounts") != std::string::npos;
        }) == 1);
}

TEST_CASE("complete: a text without a blank") {
  const TemporaryDirectory directory;
  expect_failure(directory, {"complete", ngram_model_of(directory), "no blank here"}, 2,
                 "no blank here: neither a file nor a text with a blank; write the blank as _____");
}

TEST_CASE("ARPA through convert and fit") {
  const TemporaryDirectory directory;
  const std::string model = ngram_model_of(directory), arpa = directory.file("m.arpa.gz"),
                    again = directory.file("again.couplet");
  succeed({"convert", model, "-o", arpa});
  succeed({"fit", "ngram", arpa, "-o", again});
  const std::string asked = directory.put("asked.txt", "the dog slept by the wolf\n");
  const auto before = cells_of(succeed({"score", model, asked})), after = cells_of(succeed({"score", again, asked}));
  CHECK(std::stod(after[1][1]) == doctest::Approx(std::stod(before[1][1])).epsilon(1e-4));
  const std::string bad = directory.put("bad.arpa", "\\data\\\nngram 1=3\n\n\\1-grams:\n-1\ta\n-1\tb\n\n\\end\\\n");
  const Finished refused = run_couplet({"fit", "ngram", bad, "-o", again});
  CHECK(refused.code == 3);
  CHECK(refused.err == "couplet: " + bad + ":4: 2 1-grams, but the header says 3; is it a whole ARPA file?\n");
}

TEST_CASE("every model of ten sentences, with a warning and without a crash") {
  const TemporaryDirectory directory;
  const std::string path = directory.put("text.txt", text + "a b c\n"), asked = directory.put("q.tsv", questions);
  for (const std::vector<std::string>& method : {std::vector<std::string>{"ngram"},
                                                 {"ngram", "--smoothing", "gt"},
                                                 {"ngram", "--smoothing", "absolute"},
                                                 {"model-m"},
                                                 {"rnnlm", "--hidden", "8", "--epochs", "2"},
                                                 {"context", "--units", "8", "--epochs", "2", "--min-count", "1"},
                                                 {"lsa"},
                                                 {"classes"}}) {
    std::vector<std::string> arguments{"fit", method[0], path, "-o", directory.file("m.couplet")};
    arguments.insert(arguments.end(), method.begin() + 1, method.end());
    const Finished fitted = run_couplet(arguments);
    CHECK(fitted.code == 0);
    CHECK(fitted.err.find("warning") != std::string::npos);
    succeed({"verify", directory.file("m.couplet")});
    if (method[0] != "classes") succeed({"complete", directory.file("m.couplet"), asked});
  }
}

TEST_CASE("bad questions and models") {
  const TemporaryDirectory directory;
  const std::string model = ngram_model_of(directory);
  const std::string none = directory.put("none.tsv", "1\tthe dog barked\ta\tb\n");
  const Finished blank = run_couplet({"complete", model, none});
  CHECK(blank.code == 3);
  CHECK(blank.err ==
        "couplet: " + none + ":1: no blank in the question; mark it with _____ (three underscores or more)\n");
  const std::string unanswered = directory.put("u.tsv", "1\tthe ___ barked\tdog\tcow\n");
  CHECK(run_couplet({"eval", model, unanswered, "--questions"}).code == 3);
  const Finished skipped = run_couplet(
      {"complete", model, directory.put("s.tsv", "1\tx\ta\tb\n2\tthe ___\tdog\tcow\n"), "--on-bad-line", "skip"});
  CHECK(skipped.code == 0);
  CHECK(skipped.err == "couplet: warning: bad lines skipped: 1\n");
  const Finished unknown = run_couplet({"complete", model, directory.put("z.tsv", "1\tzzz ___ yyy\txxx\tvvv\n")});
  CHECK(unknown.code == 0);
  CHECK(unknown.err == "couplet: warning: 0 of 1 questions have an option with a score\n");
  const Finished empty =
      run_couplet({"fit", "ngram", directory.put("empty.txt", ""), "-o", directory.file("e.couplet")});
  CHECK(empty.code == 3);
}
