// --config: options that a user repeats.
#include <doctest/doctest.h>

#include "tests/cli/pair_files.h"

TEST_CASE("options of a file hold for their verb and method; the command line wins") {
  const TemporaryDirectory directory;
  const std::string pairs = directory.put("pairs.tsv", tsv_of(couplet::topic_texts(60))),
                    config =
                        directory.put("couplet.toml",
                                      "# mine\nseed = 7\n[fit]\non-bad-line = 'skip'\n[fit.phsic]\n"
                                      "encoder = \"lsa:4\"  # small\n[search]\ntop = 3\n[score]\nheader = false\n"),
                    by_file = directory.file("a.couplet"), by_hand = directory.file("b.couplet");
  succeed({"fit", "phsic", pairs, "--config", config, "-o", by_file});
  succeed({"fit", "phsic", pairs, "--seed", "7", "--encoder", "lsa:4", "-o", by_hand});
  CHECK(content_of(by_file) == content_of(by_hand));
  succeed({"fit", "phsic", pairs, "--config", config, "--encoder", "lsa:5", "-o", by_file});
  succeed({"fit", "phsic", pairs, "--seed", "7", "--encoder", "lsa:5", "-o", by_hand});
  CHECK(content_of(by_file) == content_of(by_hand));
  CHECK(succeed({"score", by_file, pairs, "--config", config}) == succeed({"score", by_file, pairs}));
  CHECK(succeed({"--config", config, "score", by_file, pairs}) == succeed({"score", by_file, pairs}));
}

TEST_CASE("a file that makes no sense is refused with its line") {
  const TemporaryDirectory directory;
  const std::string pairs = directory.put("pairs.tsv", tsv_of(couplet::topic_texts(20)));
  const auto refused = [&](const std::string& content, int code, const std::string& message) {
    const std::string config = directory.put("c.toml", content);
    expect_failure(directory, {"score", pairs, pairs, "--config", config}, code,
                   (message.starts_with(":") ? config : "") + message);
  };
  const std::string form = "; write lines like top = 5, header = true or columns = \"en,fr\"";
  refused("[scores]\n", 3, ":1: [scores] is neither a verb nor fit.METHOD; 'couplet help' lists the verbs");
  refused("[score]\nheader\n", 3, ":2: not name = value" + form);
  refused("columns = en fr\n", 3, ":1: a text needs quotes" + form);
  refused("columns = \"1,2\n", 3, ":1: a quote is not closed" + form);
  refused("[score]\ntop = 3\n", 2, "score has no option --top; 'couplet score --help' lists the options");
}
