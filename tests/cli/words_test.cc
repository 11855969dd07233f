// Word vectors through the program: count, search, eval --analogy, convert from a model.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/cli/pair_files.h"
#include "tests/cli/run_program.h"

namespace {

// person, female, royal, animal
const std::string people =
    "man 1 0 0 0\nwoman 1 1 0 0\nking 1 0 1 0\nqueen 1 1 1 0\ndog 0 0 0 1\ncat 0 0.2 0 1\nnothing 0 0 0 0\n";

std::string imported_model(const TemporaryDirectory& directory, const std::string& name, const std::string& vectors) {
  const std::string model = directory.file(name + ".couplet");
  succeed({"fit", "import", directory.put(name + ".txt", vectors), "-o", model});
  return model;
}

std::string two_topics() {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text +=
        "the cat drinks milk at night\nthe dog drinks milk at night\nthe king rules the land\nthe queen rules the "
        "land\n";
  return text;
}

std::map<std::string, std::vector<std::string>> rows_by_name(const std::string& table) {
  std::map<std::string, std::vector<std::string>> rows;
  for (const auto& row : cells_of(table)) rows[row[0]] = row;
  return rows;
}

}  // namespace

TEST_CASE("search: nearest words, best first, without the word itself and zero vectors") {
  const TemporaryDirectory directory;
  const std::string model = imported_model(directory, "people", people);
  CHECK(succeed({"search", model, "king", "--top", "2"}) ==
        "query\trank\tword\tscore\tway\nking\t1\tqueen\t0.816497\t\nking\t2\tman\t0.707107\t\n");
  // Written differently, and several words: the way says how they were understood.
  CHECK(succeed({"search", model, "KING", "king queen", "-k", "1"}) ==
        "query\trank\tword\tscore\tway\nKING\t1\tqueen\t0.816497\tnormalised\nking queen\t1\tqueen\t0.953021\tmean of "
        "2 words\n");
  CHECK(cells_of(succeed({"search", model, "dog", "--top", "0"})).size() == 1 + 5);
  CHECK(cells_of(succeed({"search", model, "dog"})).size() == 1 + 5);

  const auto opposites = cells_of(succeed({"search", model, "cat", "--opposites", "--top", "3"}));
  REQUIRE(opposites.size() == 4);
  CHECK(opposites[1][2] == "man");
  CHECK(opposites[1][3] == "0");
  CHECK(opposites[2][2] == "king");
  CHECK(opposites[3][2] == "queen");

  const auto objects = succeed_json({"search", model, "king", "KING", "--top", "1"});
  REQUIRE(objects.size() == 2);
  CHECK(objects[0].at("schema") == "couplet.search/1");
  CHECK(objects[0].at("word") == "queen");
  CHECK(objects[0].at("rank") == 1);
  CHECK(objects[0].at("score").get<double>() == doctest::Approx(std::sqrt(2.0 / 3)));
  CHECK(objects[0].at("way").is_null());
  CHECK(objects[1].at("way") == "normalised");
}

TEST_CASE("search: analogies") {
  const TemporaryDirectory directory;
  const std::string model = imported_model(directory, "people", people);
  const auto first = [&](const std::string& query, const std::string& how) {
    const auto rows = cells_of(succeed({"search", model, query, "--analogy", how, "--top", "1"}));
    REQUIRE(rows.size() == 2);
    CHECK(rows[1][0] == query);
    return rows[1];
  };
  for (const char* how : {"add", "mul"}) {
    CAPTURE(how);
    CHECK(first("man:king::woman:?", how)[2] == "queen");
    CHECK(first("woman : queen :: man : ?", how)[2] == "king");
    CHECK(first("king:man::queen:?", how)[2] == "woman");
  }
  const double root = std::sqrt(0.5), third = std::sqrt(1.0 / 3);
  const double length = std::hypot(2 * root - 1, root, root);
  CHECK(std::stod(first("man:king::woman:?", "add")[3]) == doctest::Approx((4 * root - 1) * third / length));
  const double king = (2 * root * third + 1) / 2, man = (third + 1) / 2;  // cosines with queen, brought to 0..1
  CHECK(std::stod(first("man:king::woman:?", "mul")[3]) == doctest::Approx(king * king / (man + 0.001)));
  CHECK(first("Man:king::woman:?", "add")[4] == "normalised");
  // A label may look like an analogy.
  const std::string odd = imported_model(directory, "odd", "a::b 1 0\nc 1 1\n");
  CHECK(cells_of(succeed({"search", odd, "a::b"}))[1][2] == "c");
}

TEST_CASE("search: queries from standard input") {
  const TemporaryDirectory directory;
  const std::string model = imported_model(directory, "people", people);
  const Finished run =
      run_couplet(Invocation{{"search", model, "-", "--top", "1"}, "king\n\nunicorn\r\nman:king::woman:?\n"});
  CHECK(run.code == 0);
  CHECK(run.err == "couplet: warning: 'unicorn': the model does not know it\n");
  const auto rows = cells_of(run.out);
  REQUIRE(rows.size() == 3);
  CHECK(rows[1][0] == "king");
  CHECK(rows[2][0] == "man:king::woman:?");
  CHECK(rows[2][2] == "queen");

  // More than are answered at once, in their order, at any number of threads.
  std::string many;
  for (int i = 0; i < 3000; ++i) many += i % 3 == 0 ? "man:king::woman:?\n" : i % 3 == 1 ? "dog\n" : "man\n";
  const Finished one = run_couplet(Invocation{{"search", model, "-", "-k", "1", "-t", "1"}, many});
  const auto all = cells_of(one.out);
  REQUIRE(all.size() == 3001);
  for (std::size_t i = 0; i < 3000; ++i)
    REQUIRE(all[i + 1][2] == (i % 3 == 0 ? "queen" : i % 3 == 1 ? "cat" : "woman"));
  CHECK(run_couplet(Invocation{{"search", model, "-", "-k", "1", "-t", "3"}, many}).out == one.out);

  const Finished empty = run_couplet(Invocation{{"search", model, "-"}, "\n"});
  CHECK(empty.code == 3);
  CHECK(empty.err == "couplet: standard input: no queries in it; give one a line\n");
  const Finished bad = run_couplet(Invocation{{"search", model, "-"}, "king\nman:king::woman\n"});
  CHECK(bad.code == 3);
  CHECK(bad.err == "couplet: standard input:2: 'man:king::woman' is not an analogy; write it like man:king::woman:?\n");
}

TEST_CASE("search: what is not known, and what makes no sense") {
  const TemporaryDirectory directory;
  const std::string model = imported_model(directory, "people", people);
  const Finished none =
      run_couplet({"search", model, "quen", "xylophone", "man:kin::woman:?", "man:king::old woman cat:?"});
  CHECK(none.code == 1);
  CHECK(none.out == "query\trank\tword\tscore\tway\n");
  CHECK(none.err ==
        "couplet: warning: 'quen': the model does not know it; did you mean 'queen'?\n"
        "couplet: warning: 'xylophone': the model does not know it\n"
        "couplet: warning: 'kin': the model does not know it; did you mean 'king'?\n"
        "couplet: warning: 'old woman cat': not one word of the model\n");
  const Finished zero = run_couplet({"search", model, "nothing", "king"});
  CHECK(zero.code == 0);
  CHECK(zero.err == "couplet: warning: 'nothing': no word to compare it with\n");

  const std::string remedy = " is not an analogy; write it like man:king::woman:?";
  for (const std::string bad : {"man::woman", "man:king::woman:", "a:b::c:d", ":b::c:?", "a:b::?", "::", "a:b:::?"})
    expect_failure(directory, {"search", model, "king", bad}, 2, "query 2: '" + bad + "'" + remedy);
  expect_failure(directory, {"search", model, "man:king::woman:?", "--opposites"}, 2,
                 "query 1: an analogy has no opposites; leave out --opposites");
  expect_failure(directory, {"search", model, "a\xff"}, 2, "'a\\xFF' is not UTF-8; write it in UTF-8");
  expect_failure(directory, {"search", model}, 2, "too few arguments; use: couplet search MODEL QUERY...");
  expect_failure(directory, {"search", model, "king", "--analogy", "div"}, 2,
                 "--analogy: unknown value 'div'; give one of add, mul");
  const std::string counts = directory.file("counts.couplet");
  succeed({"count", directory.put("t.txt", two_topics()), "-o", counts});
  expect_failure(directory, {"search", counts, "king"}, 4,
                 "a model of counts cannot search words; its verbs are merge");
  CHECK(lines_of(succeed({"search", model, "king", "--dry-run"})).size() == 2);
}

TEST_CASE("eval --analogy: accuracy with coverage, by section") {
  const TemporaryDirectory directory;
  const std::string model = imported_model(directory, "people", people);
  const std::string questions =
      directory.put("q.txt",
                    "man king woman queen\n: royal ones\nWoman Queen Man King\nman\twoman\tking  queen\n\n: "
                    "other\nman king dog woman\n"
                    "man king unicorn queen\n: unknown\nman king woman empress\n: royal ones\nman woman queen dog\n");
  for (const char* how : {"add", "mul"}) {
    CAPTURE(how);
    const std::string table = succeed({"eval", model, questions, "--analogy", how, "--resamples", "500"});
    CHECK(lines_of(table)[0] == "metric\tvalue\tlow\thigh\tcovered\ttotal");
    auto rows = rows_by_name(table);
    REQUIRE(rows.size() == 6);
    CHECK(std::stod(rows["accuracy"][1]) == doctest::Approx(3.0 / 5));
    CHECK(rows["accuracy"][4] == "5");
    CHECK(rows["accuracy"][5] == "7");
    CHECK(std::stod(rows["accuracy-all"][1]) == doctest::Approx(3.0 / 7).epsilon(1e-5));
    CHECK(rows["accuracy-all"][4] == "5");
    CHECK(std::stod(rows["accuracy"][2]) < 0.6);
    CHECK(std::stod(rows["accuracy"][3]) > 0.6);
    CHECK(std::stod(rows["accuracy:royal ones"][1]) == doctest::Approx(2.0 / 3).epsilon(1e-5));
    CHECK(rows["accuracy:royal ones"][5] == "3");
    CHECK(rows["accuracy:other"] == std::vector<std::string>{"accuracy:other", "0", "0", "0", "1", "2"});
    CHECK(rows["accuracy:unknown"] == std::vector<std::string>{"accuracy:unknown", "nan", "nan", "nan", "0", "1"});
    CHECK(succeed({"eval", model, questions, "--analogy", how, "--resamples", "500", "--threads", "3"}) == table);
  }
  const auto objects = succeed_json({"eval", model, questions, "--analogy", "add", "--resamples", "500"});
  REQUIRE(objects.size() == 5);
  CHECK(objects[4].at("metric") == "accuracy:unknown");
  CHECK(objects[4].at("value").is_null());
  CHECK(run_couplet({"eval", model, questions, "--analogy", "add", "--min", "accuracy=0.5"}).code == 0);
  CHECK(run_couplet({"eval", model, questions, "--analogy", "add", "--min", "accuracy-all=0.5"}).code == 1);
}

TEST_CASE("compare --analogy: what a model does not know counts as wrong") {
  const TemporaryDirectory directory;
  const std::string model = imported_model(directory, "people", people),
                    twins = imported_model(directory, "twins", people + "regina 2 2 2 0\n"),
                    questions = directory.put("q.txt", "man king woman queen\nman king unicorn queen\n");
  const auto rows = cells_of(succeed({"compare", model, twins, questions, "--analogy", "add", "--resamples", "100"}));
  REQUIRE(rows.size() == 2);
  CHECK(rows[1][0] == "accuracy-all");
  CHECK(rows[1][3] == "0.5");
  CHECK(rows[1][4] == "0");  // a tie
  CHECK(rows[1][10] == "1");
}

TEST_CASE("eval --analogy: a tie with the right answer counts against it") {
  const TemporaryDirectory directory;
  const std::string model = imported_model(directory, "twins", people + "regina 2 2 2 0\n");
  const std::string questions =
      directory.put("q.txt", "man king woman queen\nman king woman regina\nwoman queen man king\n");
  CHECK(rows_by_name(succeed({"eval", model, questions, "--analogy", "add"}))["accuracy"][1] == "0.333333");
}

TEST_CASE("eval --analogy: bad input") {
  const TemporaryDirectory directory;
  const std::string model = imported_model(directory, "people", people);
  const std::string form = "; a question is four words, 'man king woman queen'; a section begins with ': name'";
  const std::string three = directory.put("three.txt", ": s\nman king woman queen\nman king woman\n");
  expect_failure(directory, {"eval", model, three, "--analogy", "add"}, 3, three + ":3: 3 words, expected 4" + form);
  const std::string one = directory.put("one.txt", "man\n");
  expect_failure(directory, {"eval", model, one, "--analogy", "add"}, 3, one + ":1: 1 word, expected 4" + form);
  const std::string nameless = directory.put("nameless.txt", ": \nman king woman queen\n");
  expect_failure(directory, {"eval", model, nameless, "--analogy", "add"}, 3,
                 nameless + ":1: a section without a name" + form);
  const std::string empty = directory.put("empty.txt", ": s\n\n");
  expect_failure(directory, {"eval", model, empty, "--analogy", "mul"}, 3, empty + ": no questions in it" + form);
  const std::string bytes = directory.put("bytes.txt", "man king woman qu\xe9\n");
  expect_failure(directory, {"eval", model, bytes, "--analogy", "add"}, 3,
                 bytes + ":1: invalid UTF-8 at byte 18 (0xE9); convert it, e.g. with iconv -f latin1 -t utf8");
  const std::string foreign = directory.put("foreign.txt", "homme roi femme reine\n");
  expect_failure(
      directory, {"eval", model, foreign, "--analogy", "add"}, 3,
      "questions: none has all its four words in the model; are they in the language and case of the model?");
  expect_failure(directory, {"eval", model, three, "--analogy", "add", "--value", "3"}, 2,
                 "more than one option says what is right; give one of them");

  const Finished skipped = run_couplet({"eval", model, three, "--analogy", "add", "--on-bad-line", "skip"});
  CHECK(skipped.code == 0);
  CHECK(skipped.err == "couplet: warning: bad lines skipped: 1\n");
  CHECK(rows_by_name(skipped.out)["accuracy"][5] == "1");
}

TEST_CASE("convert: the vectors of a model") {
  const TemporaryDirectory directory;
  const std::string model = imported_model(directory, "people", "7 4\n" + people);
  for (const char* name : {"a.vec", "a.bin", "a.npy"}) {
    CAPTURE(name);
    const std::string made = directory.file(name), back = directory.file(std::string(name) + ".txt");
    CHECK(cells_of(succeed({"convert", model, "-o", made}))[1][2] == "7");
    succeed({"convert", made, "-o", back});
    CHECK(content_of(back) == "7 4\n" + people);
  }
  CHECK(succeed({"convert", model, "-o", "-", "--to", "glove"}) == people);

  const std::string tsv = directory.file("words.tsv");
  CHECK(succeed({"convert", model, "-o", tsv}) == "output\tformat\twords\tdimension\n" + tsv + "\ttsv\t7\t4\n");
  CHECK(lines_of(content_of(tsv))[5] == "0\t0.2\t0\t1");
  CHECK(content_of(directory.file("words.labels.tsv")) == "man\nwoman\nking\nqueen\ndog\ncat\nnothing\n");
  expect_failure(directory, {"convert", model, "-o", "-", "--to", "tsv"}, 2,
                 "-: the labels go into a file beside the vectors; name a file ending in .tsv");

  const std::string counts = directory.file("counts.couplet");
  succeed({"count", directory.put("t.txt", two_topics()), "-o", counts});
  expect_failure(directory, {"convert", counts, "-o", directory.file("c.vec")}, 4,
                 "a model of counts cannot search words; its verbs are merge");
}

TEST_CASE("--as-published takes the paper's choices, tells and keeps them, and refuses others") {
  const TemporaryDirectory directory;
  std::string text;
  for (int i = 0; i < 120; ++i) text += "the king met the queen and the dog saw the cat\n";
  const std::string story = directory.put("story.txt", text), model = directory.file("m.couplet"),
                    counts = directory.file("c.couplet");
  const Finished fitted = run_couplet({"fit", "sgns", story, "--as-published", "-o", model});
  CHECK(fitted.code == 0);
  CHECK(fitted.err ==
        "couplet: as published: --window 2 --weights fixed --min-count 100 --hold-places --power 1 --signed\n");
  CHECK(run_couplet({"fit", "sgns", story, "--as-published", "-q", "-o", model}).err.empty());
  const auto kept = nlohmann::json::parse(run_couplet({"inspect", model, "--json"}).out).at("parameters");
  CHECK(kept.at("window") == "2");
  CHECK(kept.at("as-published") == "true");
  CHECK(run_couplet({"fit", "sgns", story, "--as-published", "--window", "3", "-o", model}).err ==
        "couplet: --window: '3' is not as published: that is '2'; leave out --window or --as-published\n");
  CHECK(run_couplet({"fit", "import", story, "--as-published", "-o", model}).err ==
        "couplet: --as-published: import follows no paper; leave it out\n");
  // Counts must have been counted so.
  succeed({"count", story, "-o", counts});
  CHECK(run_couplet({"fit", "ca", counts, "--as-published", "-o", model})
            .err.ends_with("couplet: --as-published: " + counts +
                           " was not counted so; count with it too, or give the text\n"));
  succeed({"count", story, "--as-published", "-q", "-o", counts});
  succeed({"fit", "ca", counts, "--as-published", "-q", "-o", model});
}

TEST_CASE("count is fit counts") {
  const TemporaryDirectory directory;
  const std::string text = directory.put("t.txt", two_topics());
  const std::string short_way = directory.file("a.couplet"), long_way = directory.file("b.couplet");
  const std::vector<std::string> options{"--window", "2", "--weights", "fixed", "--min-count", "3", "-o"};
  std::vector<std::string> count{"count", text}, fit{"fit", "counts", text};
  for (auto* command : {&count, &fit}) command->insert(command->end(), options.begin(), options.end());
  count.push_back(short_way);
  fit.push_back(long_way);
  CHECK(cells_of(succeed(count))[1] == std::vector<std::string>{"model", short_way});
  succeed(fit);
  CHECK(content_of(short_way) == content_of(long_way));
  CHECK(succeed_json({"inspect", short_way})[0].at("parameters").at("window") == "2");

  // A table of counts is what the methods start from; words in like places come out alike.
  const std::string words = directory.file("words.couplet");
  succeed({"fit", "sgns", short_way, "--dimensions", "4", "-o", words});
  CHECK(cells_of(succeed({"search", words, "cat", "king", "--top", "1"}))[1][2] == "dog");
  CHECK(cells_of(succeed({"search", words, "king", "--top", "1"}))[1][2] == "queen");

  expect_failure(directory, {"count"}, 2, "too few arguments; use: couplet count DATA...");
  expect_failure(directory, {"count", text}, 2, "--output: where to save the model is not said; add -o MODEL.couplet");
  expect_failure(directory, {"count", text, "--dimensions", "4", "-o", directory.file("c")}, 2,
                 "count has no option --dimensions; 'couplet count --help' lists the options");
  expect_failure(directory, {"count", text, "--windw", "4", "-o", directory.file("c")}, 2,
                 "count has no option --windw; did you mean '--window'?");
  expect_failure(directory, {"count", text, "--window", "0", "-o", directory.file("c")}, 2,
                 "--window: 0 is out of range; give a whole number from 1 to 1000");
  const std::string empty = directory.put("empty.txt", "");
  CHECK(run_couplet({"count", empty, "-o", directory.file("c")}).code == 3);
  CHECK(lines_of(succeed({"count", text, "-o", directory.file("c"), "--dry-run"})).back() ==
        "write\t" + directory.file("c"));
}

TEST_CASE("the parameters of count are in help, manual page and completion") {
  const std::string help = succeed({"count", "--help"});
  CHECK(help.find("\nparameters of counts:\n") != std::string::npos);
  CHECK(help.find("\n  --weights fixed|dynamic|harmonic\n") != std::string::npos);
  CHECK(succeed({"help", "count"}) == help);
  CHECK(succeed({"count", "-h"}).ends_with("'couplet count --help' explains all of them.\n"));
  CHECK(succeed({"help", "count", "--man"}).find("\\fB\\-\\-window\\fR") != std::string::npos);
  for (const auto& [shell, offer] : {std::pair("bash", "      count) names='--output"),
                                     {"fish", "'__fish_seen_subcommand_from count' -l window "},
                                     {"zsh", "    'count --weights') compadd -- fixed dynamic harmonic"}}) {
    CAPTURE(shell);
    CHECK(succeed({"help", "--completion", shell}).find(offer) != std::string::npos);
  }
}
