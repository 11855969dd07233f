// Texts of two languages through the program: fit, eval --retrieval, and what is refused.
#include <doctest/doctest.h>

#include <filesystem>

#include "tests/cli/pair_files.h"

namespace {

struct Bilingual {
  TemporaryDirectory directory;
  couplet::TextPairs pairs = couplet::topic_texts(150);
  std::string left = directory.put("left.txt", lines_of_side(pairs.left));
  std::string right = directory.put("right.txt", lines_of_side(pairs.right));
  std::string model = directory.file("m.couplet");

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
  const std::string pairs = data.directory.put("pairs.tsv", tsv_of(data.pairs));
  CHECK(succeed({"eval", data.model, pairs, "--retrieval", "--resamples", "50"}) == table);
  expect_failure(data.directory, {"eval", data.model, pairs, "--retrieval", "--margin", "-1"}, 2,
                 "--margin: -1 is out of range; give a whole number of at least 0");
  CHECK(run_couplet({"eval", data.model, pairs, "--retrieval", "--resamples", "50", "--min", "mrr=0.999"}).code == 1);
}

TEST_CASE("compare --retrieval: two spaces on the same pairs") {
  const Bilingual data;
  const std::string words = data.directory.file("words.couplet"),
                    pairs = data.directory.put("pairs.tsv", tsv_of(data.pairs));
  succeed({"fit", "untranslated", pairs, "-o", words});
  const auto cells = cells_of(succeed({"compare", data.model, words, pairs, "--retrieval", "--resamples", "200"}));
  const auto alone = cells_of(succeed({"eval", data.model, pairs, "--retrieval", "--resamples", "50"}));
  REQUIRE(cells.size() == 3);
  for (const std::size_t row : {1, 2}) {
    CHECK(cells[row][0] == alone[row][0]);  // accuracy, mrr
    CHECK(cells[row][3] == alone[row][1]);
    CHECK(std::stod(cells[row][6]) > 0);  // no word in common: nothing is found without the space
    CHECK(std::stod(cells[row][11]) < 0.05);
  }
  CHECK(cells[1][10].empty());  // the mean of two directions is no decision
  expect_failure(data.directory, {"compare", data.model, words, pairs, "--retrieval", "--label", "3"}, 2,
                 "more than one option says what is right; give one of them");
}

TEST_CASE("eval --retrieval: what is refused") {
  const Bilingual data;
  expect_failure(data.directory, {"eval", data.model, data.left, data.right, "--retrieval", "--label", "3"}, 2,
                 "more than one option says what is right; give one of them");
  expect_failure(data.directory, {"eval", data.model, data.left, data.right, "--label", "3"}, 2,
                 data.right + ": the gold data is one file; two files of pairs are for --retrieval");
}

TEST_CASE("fit opca: files of different length, and a third language") {
  const Bilingual data;
  const std::string longer = data.directory.put("longer.txt", lines_of_side(data.pairs.left) + "one more\n");
  expect_failure(data.directory, {"fit", "opca", data.left, longer, "-o", data.directory.file("x.couplet")}, 3,
                 data.left + ":151: the file ends here but " + longer +
                     " has more lines; line i of every file must be the same document");
  const std::string three = data.directory.file("three.couplet");
  CHECK(succeed({"fit", "opca", data.left, data.right, data.left, "--sides", "1,3", "-o", three})
            .find("150 in 3 languages") != std::string::npos);
  CHECK(succeed({"verify", three}).find("true") != std::string::npos);
}

TEST_CASE("classify: labels from one language to the other, and what is refused") {
  const Bilingual data;
  std::string labelled, gold;
  for (std::size_t i = 0; i < data.pairs.left.size(); ++i) {
    const std::string label = i % 2 == 0 ? "even\t" : "odd\t";
    labelled += label + data.pairs.left[i] + "\n";
    gold += label + data.pairs.right[i] + "\n";
  }
  const std::string train = data.directory.put("labelled.tsv", labelled), check = data.directory.put("gold.tsv", gold);
  // The counterpart of each text is among the labelled ones: the nearest is mostly it.
  const auto accuracy = cells_of(succeed({"classify", data.model, train, check, "--check", "--resamples", "50"}));
  REQUIRE(accuracy.size() == 2);
  CHECK(accuracy[1][0] == "accuracy");
  CHECK(std::stod(accuracy[1][1]) > 0.55);
  CHECK(accuracy[1][5] == "150");
  const auto labels = cells_of(succeed({"classify", data.model, train, data.right, "--by", "linear"}));
  REQUIRE(labels.size() == 151);
  CHECK((labels[1][1] == "even" || labels[1][1] == "odd"));
  // The same side: every text is its own nearest.
  CHECK(cells_of(succeed({"classify", data.model, train, train, "--check", "--new-side", "left"}))[1][1] == "1");
  expect_failure(data.directory, {"classify", data.model, train, check, "--check", "--columns", "1,2,2"}, 2,
                 "--columns: names another number of columns than two; name the column of the labels, then that of the "
                 "texts, like 1,2");
  expect_failure(data.directory, {"classify", data.model, train, check, "--check", "--neighbours", "0"}, 2,
                 "--neighbours: must be at least 1");
}

TEST_CASE("mine: mutual nearest texts, precision and recall, and what is refused") {
  const Bilingual data;
  const auto mined = cells_of(succeed({"mine", data.model, data.left, data.right}));
  REQUIRE(mined.size() > 10);
  CHECK(mined[0] == std::vector<std::string>{"left", "right", "score", "left_text", "right_text"});
  for (std::size_t i = 2; i < mined.size(); ++i) CHECK(std::stod(mined[i - 1][2]) >= std::stod(mined[i][2]));
  // Of few texts the mean is not taken over all of them: no score is a division by next to nothing.
  const std::string left = data.directory.put("few-left.txt", lines_of_side(part_of(data.pairs, 0, 6).left)),
                    right = data.directory.put("few-right.txt", lines_of_side(part_of(data.pairs, 0, 6).right));
  const auto few = cells_of(succeed({"mine", data.model, left, right}));
  REQUIRE(few.size() > 1);
  for (std::size_t i = 1; i < few.size(); ++i) CHECK(std::stod(few[i][2]) < 10);
  const auto quality = cells_of(succeed({"mine", data.model, data.left, data.right, "--aligned", "--resamples", "50"}));
  REQUIRE(quality.size() == 5);
  CHECK(quality[1][0] == "threshold");
  CHECK(quality[2][0] == "precision");
  CHECK(std::stod(quality[2][1]) > 0.2);
  const std::string gold = data.directory.put("gold.tsv", "0\t0\n1\t1\n"),
                    bad = data.directory.put("bad.tsv", "0\t150\n");
  CHECK(cells_of(succeed({"mine", data.model, data.left, data.right, "--gold", gold, "--resamples", "50"}))[2][5] ==
        "2");
  expect_failure(data.directory, {"mine", data.model, data.left, data.right, "--gold", bad}, 3,
                 bad +
                     ":1: '150' is not a row of the texts; write two rows from 0: the left one below 150, the right "
                     "one below 150");
  expect_failure(data.directory, {"mine", data.model, data.left, data.right, "--gold", gold, "--aligned"}, 2,
                 "--aligned: cannot stand beside --gold; give one of them");
  const std::string shorter = data.directory.put("short.txt", data.pairs.left[0] + "\n");
  expect_failure(data.directory, {"mine", data.model, shorter, data.right, "--aligned"}, 3,
                 "--aligned: 1 left texts and 150 right ones; say which belong together with --gold FILE");
}

TEST_CASE("fit --tune: trials, the curve, the warning of an overlap, and what is refused") {
  const Bilingual data;
  const std::string development = data.directory.put("development.tsv", tsv_of(data.pairs));
  const std::string curve = data.directory.file("curve.svg"), model = data.directory.file("tuned.couplet");
  const auto tuned =
      run_couplet({"fit", "opca", data.left, data.right, "--dimensions", "32", "--drop-frequent", "0", "--tune",
                   "dimensions,regulariser", "--development", development, "--curve", curve, "-o", model});
  CHECK(tuned.code == 0);
  CHECK(tuned.err.find("150 of 150 documents are in the training data too") != std::string::npos);
  std::size_t tried = 0;
  for (const auto& row : cells_of(tuned.out)) tried += row[0] == "tried";
  CHECK(tried == 18);  // 8, 16, 32 dimensions with five regularisers, and with one beyond the smallest
  CHECK(std::filesystem::file_size(curve) > 1000);
  expect_failure(data.directory, {"fit", "opca", data.left, data.right, "--tune", "dimensions", "-o", model}, 2,
                 "--tune: there are no texts to try on; give some with --development FILE");
  expect_failure(data.directory,
                 {"fit", "opca", data.left, data.right, "--tune", "terms", "--development", development, "-o", model},
                 2, "--tune: 'terms' cannot be tuned here; use dimensions, regulariser or both with a comma");
  expect_failure(data.directory,
                 {"fit", "opca", data.left, data.right, "--tune", "dimensions", "--development", development, "--curve",
                  "curve", "-o", model},
                 2, "--curve: pictures are SVG, and 'curve' does not end in .svg; write curve.svg");
}

TEST_CASE("topic models: never more topics than documents") {
  const Bilingual data;
  const std::string model = data.directory.file("topics.couplet");
  const Finished run = run_couplet({"fit", "jplsa", data.left, data.right, "--iterations", "2", "-o", model});
  CHECK(run.code == 0);
  CHECK(run.err == "couplet: warning: 200 topics asked, there are 150 documents; using 150\n");
  CHECK(run.out.find("\ntopics\t150\n") != std::string::npos);
  CHECK(run_couplet({"verify", model}).code == 0);
}

TEST_CASE("topic models: another distance than the inner product") {
  const Bilingual data;
  const std::string model = data.directory.file("topics.couplet");
  for (const std::string distance : {"l1", "jensen-shannon", "hellinger", "cosine"}) {
    CAPTURE(distance);
    succeed({"fit", "cplsa", data.left, data.right, "--topics", "12", "--drop-frequent", "0", "--distance", distance,
             "-o", model});
    CHECK(std::stod(cells_of(succeed({"eval", model, data.left, data.right, "--retrieval", "--resamples",
                                      "50"}))[2][1]) > 0.1);  // by chance 0.04
    CHECK(cells_of(succeed({"rank", model, data.left, "--among", data.right, "--top", "2"})).size() == 301);
  }
  succeed({"fit", "jplsa", data.left, data.right, "--topics", "12", "--drop-frequent", "0", "-o", model});
  expect_failure(data.directory, {"rank", model, data.left, "--among", data.right, "--index", "hnsw"}, 2,
                 "--index: this model's scores are no inner products; use --index exact, or fit with --distance "
                 "hellinger or cosine");
}
