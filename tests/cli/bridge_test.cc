// Texts of two languages through the program: fit, eval --retrieval, and what is refused.
#include <doctest/doctest.h>

#include "tests/cli/pair_files.h"

namespace {

struct Bilingual {
  TemporaryDirectory directory;
  MadePairs pairs = made_pairs(150);
  std::string left = directory.file("left.txt", lines_of_side(pairs.left));
  std::string right = directory.file("right.txt", lines_of_side(pairs.right));
  std::string model = directory.path("m.couplet");

  Bilingual() { succeed({"fit", "opca", left, right, "--dimensions", "20", "--drop-frequent", "0", "-o", model}); }
};

}  // namespace

TEST_CASE("eval --retrieval: one file or two, both directions, with a bar") {
  const Bilingual data;
  const std::string table = succeed({"eval", data.model, data.left, data.right, "--retrieval", "--resamples", "50"});
  const auto cells = cells_of(table);
  REQUIRE(cells.size() == 7);
  CHECK(cells[1][0] == "accuracy");
  CHECK(cells[2][0] == "mrr");
  CHECK(cells[2][5] == "150");
  CHECK(std::stod(cells[2][1]) > 0.2);  // by chance 0.04
  const std::string pairs = data.directory.file("pairs.tsv", tsv_of(data.pairs));
  CHECK(succeed({"eval", data.model, pairs, "--retrieval", "--resamples", "50"}) == table);
  expect_failure(data.directory, {"eval", data.model, pairs, "--retrieval", "--margin", "-1"}, 2,
                 "--margin: must not be negative");
  CHECK(run_couplet({"eval", data.model, pairs, "--retrieval", "--resamples", "50", "--min", "mrr=0.999"}).code == 1);
}

TEST_CASE("eval --retrieval: what is refused") {
  const Bilingual data;
  expect_failure(data.directory, {"eval", data.model, data.left, data.right, "--retrieval", "--label", "3"}, 2,
                 "--label: cannot stand beside --retrieval; with --retrieval the pairs themselves say what is right");
  expect_failure(data.directory, {"eval", data.model, data.left, data.right, "--label", "3"}, 2,
                 data.right + ": the gold data is one file; two files of pairs are for --retrieval");
}

TEST_CASE("fit opca: files of different length, and a third language") {
  const Bilingual data;
  const std::string longer = data.directory.file("longer.txt", lines_of_side(data.pairs.left) + "one more\n");
  expect_failure(data.directory, {"fit", "opca", data.left, longer, "-o", data.directory.path("x.couplet")}, 3,
                 data.left + ":151: the file ends here but " + longer +
                     " has more lines; line i of every file must be the same document");
  const std::string three = data.directory.path("three.couplet");
  CHECK(succeed({"fit", "opca", data.left, data.right, data.left, "--sides", "1,3", "-o", three})
            .find("150 in 3 languages") != std::string::npos);
  CHECK(succeed({"verify", three}).find("true") != std::string::npos);
}
