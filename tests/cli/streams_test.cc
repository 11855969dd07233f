// Standard output and standard error: pipes, full disks, terminals, progress, signals.
#include <doctest/doctest.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"

namespace {

const std::string two_vectors = "2 3\nred 1 0 0.5\nblue 0 1 -0.25\n";

}  // namespace

TEST_CASE("a broken pipe is silent") {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"help", "--man"}, {"methods", "--verbose"}}) {
    const Finished run = run_couplet(Invocation{.arguments = arguments, .out = Sink::broken_pipe});
    CHECK(run.code == 0);
    CHECK(run.err.empty());
  }
  const Finished file = run_couplet(
      {.arguments = {"convert", "-", "-o", "-", "--to", "word2vec"}, .input = two_vectors, .out = Sink::broken_pipe});
  CHECK(file.code == 0);
  CHECK(file.err.empty());
}

TEST_CASE("a full disk is not") {
  const Finished run = run_couplet({.arguments = {"help", "--man"}, .out = Sink::full_disk});
  CHECK(run.code == 6);
  CHECK(run.err == "couplet: standard output: cannot write: No space left on device\n");
  const Finished file =
      run_couplet({.arguments = {"convert", "-", "-o", "/dev/full", "--to", "word2vec"}, .input = two_vectors});
  CHECK(file.code == 6);
  CHECK(file.err == "couplet: /dev/full: cannot write: No space left on device\n");
}

TEST_CASE("nobody reading the messages does not stop the work") {
  const TemporaryDirectory directory;
  const Finished run =
      run_couplet({.arguments = {"convert", "-", "-o", directory.file("a.npy"), "--progress", "always"},
                   .input = two_vectors,
                   .err = Sink::broken_pipe});
  CHECK(run.code == 0);
  CHECK(directory.names() == std::vector<std::string>{"a.npy", "a.vocab"});
}

TEST_CASE("progress: on a terminal only, unless asked for") {
  const TemporaryDirectory directory;
  const std::string output = directory.file("a.vec");
  const auto convert = [&](std::vector<std::string> more, Sink err, std::vector<std::string> environment = {}) {
    std::vector<std::string> arguments = {"convert", "-", "-o", output};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_couplet({.arguments = arguments, .input = two_vectors, .err = err, .environment = environment}).err;
  };
  CHECK(convert({}, Sink::capture) == "");
  CHECK(convert({"--quiet", "--progress", "always"}, Sink::capture) == "");
  CHECK(contains(convert({"--progress", "always"}, Sink::capture), "couplet: writing " + output + " ...\n"));
  CHECK(contains(convert({"--verbose"}, Sink::capture), "couplet: writing " + output + " in 0."));
  for (const std::string& line : lines_of(convert({"--progress", "always", "--json"}, Sink::capture)))
    CHECK(nlohmann::json::parse(line).at("schema") == "couplet.progress/1");

  const std::string shown = convert({}, Sink::terminal);
  CHECK(contains(shown, "\r\033[Kwriting "));
  CHECK(shown.ends_with("\r\033[K"));  // cleared at the end
  CHECK(convert({"--progress", "never"}, Sink::terminal) == "");
  CHECK(convert({}, Sink::terminal, {"TERM=dumb"}) == "");
}

TEST_CASE("a stage that says nothing shows the time it has taken") {
  const TemporaryDirectory directory;
  Running running(
      {.arguments = {"convert", "-", "-o", directory.file("a.vec"), "--from", "word2vec", "--progress", "always"}});
  CHECK(running.wait_for_error_text("reading standard input ...  0:0"));
  running.write(two_vectors);
  CHECK(running.finish().code == 0);
}

TEST_CASE("colours: on a terminal only, and NO_COLOR is honoured") {
  const std::vector<std::string> wrong = {"nonsense!"};
  CHECK(contains(run_couplet({.arguments = wrong, .err = Sink::terminal}).err, "\033[31m"));
  CHECK_FALSE(contains(run_couplet(wrong).err, "\033"));
  CHECK_FALSE(
      contains(run_couplet({.arguments = wrong, .err = Sink::terminal, .environment = {"NO_COLOR=1"}}).err, "\033"));
}

TEST_CASE("the first signal stops the work, the second ends the program; nothing is left behind") {
  const TemporaryDirectory directory;
  const Invocation invocation{.arguments = {"convert", "-", "-o", directory.file("a.vec"), "--from", "word2vec",
                                            "--progress", "always", "--threads", "1"}};
  SUBCASE("once") {
    Running running(invocation);
    REQUIRE(running.wait_for_error_text("reading standard input"));
    running.send(SIGINT);
    running.write(two_vectors);
    const Finished run = running.finish();
    CHECK(run.code == 130);
    CHECK(run.err.ends_with("couplet: interrupted\n"));
  }
  SUBCASE("while it waits for input") {
    const std::vector<std::vector<int>> kinds = {{SIGINT}, {SIGTERM}, {SIGHUP}, {SIGINT, SIGTERM}};
    for (const std::vector<int>& signals : kinds) {
      Running running(invocation);
      REQUIRE(running.wait_for_error_text("reading standard input"));
      for (const int signal : signals) running.send(signal);
      CHECK_FALSE(running.wait_for_error_text("never written"));  // returns when the program has ended
      const Finished run = running.finish();
      CHECK(run.code == 130);
      CHECK(run.err.ends_with("couplet: interrupted\n"));
    }
  }
  CHECK(directory.names().empty());
}

TEST_CASE("rows on a terminal are aligned, numbers to the right, and cut to its width") {
  const TemporaryDirectory directory;
  std::string pairs = "cat\tchat\ndog\tchien\n", long_text(120, 'x');
  const std::string train = directory.put("train.tsv", pairs), model = directory.file("m.couplet");
  REQUIRE(run_couplet({"fit", "pmi", train, "-o", model}).code == 0);
  const std::string queries = directory.put("q.txt", "cat\n"), among = directory.put("a.txt", "chat\n");
  const Finished piped = run_couplet({"rank", model, queries, "--among", among});
  CHECK(piped.out == "query\trank\tcandidate\tscore\ttext\n0\t1\t0\t0.693147\tchat\n");
  const Finished shown = run_couplet({.arguments = {"rank", model, queries, "--among", among}, .out = Sink::terminal});
  CHECK(shown.out == "query  rank  candidate     score  text\r\n    0     1          0  0.693147  chat\r\n");

  // A terminal of unknown width counts as 80.
  const Finished cut = run_couplet({.arguments = {"match", "--help"}, .out = Sink::terminal});
  CHECK(cut.code == 0);
  const std::string text = directory.put("t.tsv", long_text + "\ta\n"), wide = directory.file("w.couplet");
  REQUIRE(run_couplet({"fit", "pmi", text, "-o", wide}).code == 0);
  const Finished row = run_couplet({.arguments = {"explain", wide, long_text, "a"}, .out = Sink::terminal});
  for (const std::string& line : lines_of(row.out)) CHECK(line.size() <= 80 + 3);  // "…" has three bytes, then \r
  CHECK(contains(row.out, "x…"));
}
