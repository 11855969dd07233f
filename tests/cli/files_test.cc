// Files that are written: where they cannot be, what else they are, what belongs together; closed descriptors, limits.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "tests/base/compress.h"
#include "tests/cli/pair_files.h"

namespace {

const std::string pairs = "cat\tchat\ndog\tchien\ncat\tchat\n";
const std::string vectors = "2 3\nred 1 0 0.5\nblue 0 1 -0.25\n";

}  // namespace

TEST_CASE("closed descriptors: no file gets what was meant for them") {
  const TemporaryDirectory directory;
  const std::string train = directory.put("train.tsv", pairs), model = directory.file("m.couplet");
  succeed({"fit", "pmi", train, "-o", model});
  const std::string good = content_of(model);
  const Finished out = run_couplet({.arguments = {"fit", "pmi", train, "-o", model}, .out = Sink::closed});
  CHECK(out.code == 6);
  CHECK(out.err == "couplet: standard output: cannot write: Bad file descriptor\n");
  CHECK(content_of(model) == good);
  const Finished in = run_couplet({.arguments = {"fit", "pmi", "-", "-o", model}, .closed_input = true});
  CHECK(in.code == 6);
  CHECK(in.err == "couplet: standard input: cannot read: Bad file descriptor\n");
  const Finished all = run_couplet({.arguments = {"fit", "pmi", train, "-o", model},
                                    .out = Sink::closed,
                                    .err = Sink::closed,
                                    .closed_input = true});
  CHECK(all.code == 6);
  CHECK(content_of(model) == good);
  CHECK(run_couplet({.arguments = {"fit", "pmi", train, "-o", model}, .err = Sink::closed}).code == 0);
  CHECK(content_of(model) == good);
}

TEST_CASE("-o -: the data alone is on standard output, the rows on standard error") {
  const TemporaryDirectory directory;
  const std::string train = directory.put("train.tsv", tsv_of(couplet::topic_texts(40))),
                    model = directory.file("m.couplet"), kept = directory.file("kept.tsv");
  succeed({"fit", "phsic", train, "--encoder", "lsa:5", "-o", model});
  const Finished fitted = run_couplet({"fit", "phsic", train, "--encoder", "lsa:5", "-o", "-"});
  CHECK(fitted.code == 0);
  CHECK(fitted.out == content_of(model));
  CHECK(fitted.err.starts_with("what\tvalue\nmodel\t-\n"));
  for (const char* name : {"/dev/stdout", "/dev/fd/1"})
    CHECK(run_couplet({"fit", "phsic", train, "--encoder", "lsa:5", "-o", name, "--quiet"}).out == fitted.out);

  const std::string table = succeed({"filter", model, train, "--keep-best", "10", "-o", kept});
  const Finished filtered = run_couplet({"filter", model, train, "--keep-best", "10", "-o", "-"});
  CHECK(filtered.code == 0);
  CHECK(filtered.out == content_of(kept));
  CHECK(filtered.err == table);
  const Finished quiet = run_couplet({"filter", model, train, "--keep-best", "10", "-o", "-", "--quiet"});
  CHECK(quiet.out == content_of(kept));
  CHECK(quiet.err.empty());
  const Finished json = run_couplet({"filter", model, train, "--keep-best", "10", "-o", "-", "--json"});
  CHECK(json.out == content_of(kept));
  for (const std::string& line : lines_of(json.err))
    CHECK(nlohmann::json::parse(line).at("schema") == "couplet.filter/1");
  const Finished unheard =
      run_couplet({.arguments = {"filter", model, train, "--keep-best", "10", "-o", "-"}, .err = Sink::broken_pipe});
  CHECK(unheard.code == 0);
  CHECK(unheard.out == content_of(kept));

  const auto arrays = made_arrays(directory, 12, 3);
  const std::string report = succeed({"match", arrays[0], arrays[1], "-o", kept});
  const Finished matched = run_couplet({"match", arrays[0], arrays[1], "-o", "-"});
  CHECK(matched.code == 0);
  CHECK(matched.out == content_of(kept));
  CHECK(matched.err == report);
}

TEST_CASE("an output that cannot be written is told before the work") {
  const TemporaryDirectory directory;
  const std::string bad = directory.put("bad.tsv", "no pair\n"), none = directory.file("none/m.couplet");
  std::filesystem::create_directory(directory.file("folder"));
  for (const std::vector<std::string>& verb :
       {std::vector<std::string>{"fit", "pmi", bad}, {"count", bad}, {"convert", bad, "--to", "word2vec"}}) {
    const auto with = [&](const std::string& output) {
      std::vector<std::string> arguments = verb;
      arguments.insert(arguments.end(), {"-o", output});
      return run_couplet(arguments);
    };
    CHECK(with(none).code == 6);
    CHECK(with(none).err == "couplet: " + none + ": cannot create: No such file or directory\n");
    CHECK(with(directory.file("folder")).err == "couplet: " + directory.file("folder") + ": is a directory\n");
    CHECK(with(bad + "/m").err == "couplet: " + bad + "/m: cannot create: Not a directory\n");
  }
  // The words beside the vectors too.
  std::filesystem::create_directory(directory.file("words.vocab"));
  CHECK(run_couplet({"convert", bad, "-o", directory.file("words.npy")}).err ==
        "couplet: " + directory.file("words.vocab") + ": is a directory\n");
}

TEST_CASE("an output that is also an input, another output or standard output is refused") {
  const TemporaryDirectory directory;
  const std::string train = directory.put("train.tsv", tsv_of(couplet::topic_texts(40))),
                    model = directory.file("m.couplet"), link = directory.file("link"), hard = directory.file("hard");
  succeed({"fit", "phsic", train, "--encoder", "lsa:5", "-o", model});
  std::filesystem::create_symlink(train, link);
  std::filesystem::create_hard_link(train, hard);
  const std::string read = ": is also read, and would be replaced; write to another file",
                    twice = ": is written twice; write to another file";
  for (const std::string& name : {train, link, hard, directory.path() + "/./train.tsv"})
    expect_failure(directory, {"fit", "pmi", train, "-o", name}, 2, name + read);
  expect_failure(directory, {"add", model, train, "-o", model}, 2, model + read);
  expect_failure(directory, {"filter", model, train, "--keep-best", "9", "-o", link}, 2, link + read);
  const std::string kept = directory.file("kept");
  expect_failure(directory, {"filter", model, train, "--keep-best", "9", "-o", kept, "--dropped", train}, 2,
                 train + read);
  expect_failure(directory, {"filter", model, train, "--keep-best", "9", "-o", kept, "--dropped", kept}, 2,
                 kept + twice);
  expect_failure(directory, {"filter", model, train, "--keep-best", "9", "-o", "-", "--dropped", "/dev/stdout"}, 2,
                 "/dev/stdout" + twice);
  const std::string words = directory.put("words.vocab", vectors);
  expect_failure(directory, {"convert", words, "-o", directory.file("words.npy")}, 2, words + read);
  // Files of a list, of options kept in a file, and that file itself; and a checkpoint, which is written too.
  const std::string a = directory.put("a.txt", "x y\ny z\n"), b = directory.put("b.txt", "u v\nv w\n"),
                    config = directory.put("c.toml", "seed = 2\n");
  for (const std::string& name : {a, b})
    expect_failure(directory, {"fit", "opca", train, "--tune", "dimensions", "--development", a + "," + b, "-o", name},
                   2, name + read);
  expect_failure(directory, {"fit", "pmi", train, "--config", config, "-o", config}, 2, config + read);
  expect_failure(directory, {"embed", model, a, "--config", config, "-o", config}, 2, config + read);
  expect_failure(directory, {"fit", "rnnlm", a, "--checkpoint", kept, "-o", kept}, 2, kept + twice);
  // Two that are thrown away do no harm.
  CHECK(run_couplet({"filter", model, train, "--keep-best", "9", "-o", "/dev/null", "--dropped", "/dev/null"}).code ==
        0);
}

TEST_CASE("a file that cannot grow: one line, and what belongs together stays together") {
  const TemporaryDirectory directory;
  std::string many = "2000 3\n";
  for (int i = 0; i < 2000; ++i) many += "w" + std::to_string(i) + " 1 2 3\n";
  const std::string old = directory.put("old.vec", vectors), large = directory.put("large.vec", many),
                    npy = directory.file("words.npy"), list = directory.file("words.vocab");
  succeed({"convert", old, "-o", npy});
  const std::string old_npy = content_of(npy), old_list = content_of(list);
  // The words fit, the numbers do not.
  const Finished run = run_couplet({.arguments = {"convert", large, "-o", npy}, .limits = {{RLIMIT_FSIZE, 15'000}}});
  CHECK(run.code == 6);
  CHECK(run.err == "couplet: " + npy + ": cannot write: File too large\n");
  CHECK(content_of(npy) == old_npy);
  CHECK(content_of(list) == old_list);
  CHECK(directory.names() == std::vector<std::string>{"large.vec", "old.vec", "words.npy", "words.vocab"});
}

TEST_CASE("a signal ends a program that waits for a pipe to be opened") {
  const TemporaryDirectory directory;
  const std::string pipe = directory.file("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  Running running({.arguments = {"convert", pipe, "-o", directory.file("a.vec"), "--from", "word2vec", "--progress",
                                 "always", "--json"}});
  REQUIRE(running.wait_for_error_text("reading"));
  running.send(SIGTERM);
  CHECK_FALSE(running.wait_for_error_text("never written"));
  const Finished run = running.finish();
  CHECK(run.code == 130);
  CHECK(nlohmann::json::parse(lines_of(run.err).back()).at("code") == "interrupted");
}

TEST_CASE("a model that is overwritten while it is in use") {
  const TemporaryDirectory directory;
  const std::string model = directory.file("m.couplet"), pipe = directory.file("pipe");
  succeed({"fit", "import", directory.put("v.vec", vectors), "-o", model});
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  Running running({.arguments = {"score", model, pipe}});
  const int queries = open(pipe.c_str(), O_WRONLY | O_CLOEXEC);  // returns when the program, with its model, reads
  REQUIRE(queries >= 0);
  std::filesystem::resize_file(model, 0);
  REQUIRE(write(queries, "red\tblue\n", 9) == 9);
  close(queries);
  const Finished run = running.finish();
  CHECK(run.code == 6);
  CHECK(
      run.err ==
      "couplet: a file changed while it was read; run again, and replace files that are in use by mv instead of cp\n");
}

TEST_CASE("a line without end in a small compressed file is refused within the memory") {
  const TemporaryDirectory directory;
  const std::string bomb = directory.put("bomb.gz", couplet::gzip(std::string(40'000'000, 'a')));
  const Finished run = run_couplet({"fit", "pmi", bomb, "--memory", "16M", "-o", directory.file("m.couplet")});
  CHECK(run.code == 3);
  CHECK(run.err == "couplet: " + bomb + ":1: the line is longer than 2.0 MB; is this text? if it is, raise --memory\n");
}

TEST_CASE("errors show no control characters, no bytes that are no text, and no more than a line") {
  const TemporaryDirectory directory;
  CHECK(run_couplet({"a\033[31m\n\xFF"}).err ==
        "couplet: unknown verb 'a\\x1B[31m\\n\\xFF'; 'couplet help' lists the verbs\n");
  CHECK(run_couplet({"methods", "--threads", std::string(100'000, '7')}).err.size() < 200);
  const std::string model = directory.file("m.couplet"), train = directory.put("train.tsv", pairs);
  succeed({"fit", "pmi", train, "-o", model});
  CHECK(run_couplet({"explain", model, "caf\xE9", "chat"}).err ==
        "couplet: 'caf\\xE9' is not UTF-8; write it in UTF-8\n");
  CHECK(run_couplet({"explain", model, "caf\xE9", "chat"}).code == 2);
  CHECK(run_couplet({"fit", "pmi", train, "--text", "\xE9", "-o", model}).code == 2);
  CHECK(contains(run_couplet({"score", model, directory.file("caf\xE9")}).err, "/caf\\xE9: cannot open"));
}

TEST_CASE("little address space: the program runs, or says that there is too little") {
  const TemporaryDirectory directory;
  const std::string train = directory.put("train.tsv", tsv_of(couplet::topic_texts(40))),
                    model = directory.file("m.couplet");
  bool ran = false, refused = false;
  for (const std::uint64_t megabytes : {128, 160, 192, 224, 256, 320, 400, 600}) {
    const Finished run = run_couplet({.arguments = {"fit", "phsic", train, "--encoder", "lsa:5", "-o", model},
                                      .limits = {{RLIMIT_AS, megabytes << 20}}});
    CAPTURE(megabytes);
    CAPTURE(run.err);
    CHECK((run.code == 0 || run.code == 6));
    if (run.code == 6) CHECK(contains(run.err, "couplet: out of memory"));
    ran = ran || run.code == 0;
    refused = refused || run.code == 6;
  }
  CHECK(ran);
  CHECK(refused);
}
