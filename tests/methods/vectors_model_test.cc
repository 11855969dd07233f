// Vectors from text and tables as a user meets them: fit, save, load, score, explain.
#include "couplet/methods/vectors/vectors_model.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/methods/registry.h"
#include "tests/base/expect_error.h"
#include "tests/base/threads.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

const std::string fisher_csv =
    "eyes,fair,red,medium,dark,black\nlight,326,38,241,110,3\nblue,688,116,584,188,4\n"
    "medium,343,84,909,412,26\ndark,98,48,403,681,85\n";

/// Two topics whose words never meet.
std::string topics_text() {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += i % 2 ? "the cat chases a mouse and the kitten chases a bird\n"
                  : "a king rules his land and a queen rules her land\n";
    text += i % 3 ? "the kitten and the cat sleep near a bird\n" : "the queen and the king sit on a throne\n";
  }
  return text;
}

const VectorsModel& vectors_of(const Fitted& fitted) { return dynamic_cast<const VectorsModel&>(*fitted.model); }

double score_of(const Model& model, const std::string& left, const std::string& right) {
  PairBatch batch;
  batch.left.texts = {left};
  batch.right.texts = {right};
  return capability<ScoresPairs>(model).score(batch, Run())[0].value;
}

}  // namespace

TEST_CASE("words of one topic are alike, from any member") {
  const TemporaryDirectory directory;
  const std::string text = directory.put("text.txt", topics_text());
  for (const std::string method : {"ca", "gini", "gtest", "sgns", "glove", "kpca"}) {
    CAPTURE(method);
    const Fitted fitted = fit_method(method, {text}, {{"dimensions", "4"}});
    // Of glove only the residuals of its biases are left: eighty lines are too few for them to mean much.
    if (method != "glove") CHECK(score_of(*fitted.model, "cat", "kitten") > score_of(*fitted.model, "cat", "queen"));
    CHECK(score_of(*fitted.model, "King", "king") == doctest::Approx(1));  // the pipeline lower-cases
    CHECK(std::isnan(score_of(*fitted.model, "cat", "volcano")));
  }
}

TEST_CASE("the same through a saved count table") {
  const TemporaryDirectory directory;
  const std::string text = directory.put("text.txt", topics_text());
  const Fitted counts = fit_method("counts", {text}, {{"window", "3"}});
  save_model(*counts.model, directory.file("counts.couplet"));
  const Fitted direct = fit_method("sgns", {text}, {{"window", "3"}, {"dimensions", "5"}});
  const Fitted again = fit_method("sgns", {directory.file("counts.couplet")}, {{"dimensions", "5"}});
  const auto a = vectors_of(direct).vectors().values(), b = vectors_of(again).vectors().values();
  CHECK(std::equal(a.begin(), a.end(), b.begin(), b.end()));
  expect_error(ErrorCode::usage,
               "--window: is for text, and the input is a table of counts; leave it out, or give --input text", [&] {
                 fit_method("sgns", {directory.file("counts.couplet")}, {{"window", "2"}});
               });
  expect_error(ErrorCode::usage,
               directory.file("model.couplet") + ": is a sgns model; give a count table made by 'couplet count'", [&] {
                 save_model(*direct.model, directory.file("model.couplet"));
                 fit_method("ca", {directory.file("model.couplet")}, {});
               });
}

TEST_CASE("saved and loaded: same bytes, same answers, at any thread count") {
  const TemporaryDirectory directory;
  const std::string text = directory.put("text.txt", topics_text()), table = directory.put("eyes.csv", fisher_csv);
  for (const auto& [method, path] : {std::pair("sgns", text), {"ca", table}, {"glove", text}, {"counts", text}}) {
    const Fitted fitted = fit_method(method, {path}, {});
    const std::string bytes = saved_bytes(directory, *fitted.model);
    save_model(*fitted.model, directory.file("m.couplet"));
    const auto loaded = load_model(directory.file("m.couplet"), all_methods());
    CHECK(run_self_test(*loaded) == 0);
    CHECK(saved_bytes(directory, *loaded) == bytes);
    for (const int threads : {1, 2, 3}) {
      const Fitted again = fit_method(method, {path}, {}, with_threads(threads));
      CHECK(saved_bytes(directory, *again.model) == bytes);
    }
  }
}

TEST_CASE("the reasons of a score add up to it") {
  const TemporaryDirectory directory;
  const std::string text = directory.put("text.txt", topics_text()), table = directory.put("eyes.csv", fisher_csv);
  struct Case {
    const char *method, *left, *right;
    const std::string& path;
    const char* coordinates;
    bool rank_one;
  };
  for (const Case& c : {Case{"ca", "light", "blue", table, "f", true},
                        {"ca", "light", "dark", table, "u", true},
                        {"ca", "fair", "red", table, "g", true},
                        {"sgns", "cat", "kitten", text, "f", false},
                        {"sgns", "cat", "queen", text, "sum", false},
                        {"gtest", "king", "queen", text, "v", false}}) {
    CAPTURE(c.method);
    CAPTURE(c.coordinates);
    const Fitted fitted =
        fit_method(c.method, {c.path}, {{"coordinates", c.coordinates}, {"keep-table", "true"}, {"dimensions", "3"}});
    const Explanation why = capability<ExplainsPairs>(*fitted.model).explain(c.left, c.right, Run());
    CHECK(why.score == doctest::Approx(score_of(*fitted.model, c.left, c.right)));
    double sum = 0;
    for (const Reason& reason : why.reasons) sum += reason.value;
    CHECK(sum == doctest::Approx(why.score).epsilon(1e-12));
    CHECK(why.reasons.size() > 2);
    // What is left over is rounding; where the margins are taken off, that part too.
    if (!c.rank_one) CHECK(std::abs(why.reasons.back().value) < 1e-5);
  }
  const Fitted lean = fit_method("sgns", {text}, {});
  expect_error(ErrorCode::model, "the model does not keep the table it was made from; fit with --keep-table",
               [&] { capability<ExplainsPairs>(*lean.model).explain("cat", "kitten", Run()); });
}

TEST_CASE("texts of several words have the mean of their words' directions") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_method("sgns", {directory.put("text.txt", topics_text())}, {{"dimensions", "4"}});
  const VectorsModel& model = vectors_of(fitted);
  Items items;
  items.texts = {"cat", "The cat and the kitten!", "nothing known"};
  const auto [rows, known] = model.embed(Side::left, items, Run());
  CHECK(known == std::vector<bool>{true, true, false});
  CHECK(rows.row(0).norm() == doctest::Approx(1));
  CHECK(rows.row(1).norm() == doctest::Approx(1));
  CHECK(rows.row(2).norm() == 0);
  CHECK(rows.row(0).dot(rows.row(1)) ==
        doctest::Approx(score_of(model, "cat", "The cat and the kitten!")).epsilon(1e-5));
  CHECK(model.find_word("The cat and the kitten!").way == "mean of 5 words");
  CHECK(model.find_word("CAT").way == "normalised");
  CHECK(model.find_word("cat").way == "itself");
  CHECK_FALSE(model.find_word("volcano").known());
}

TEST_CASE("more dimensions than the table has are not invented") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_method("ca", {directory.put("eyes.csv", fisher_csv)}, {{"dimensions", "50"}});
  CHECK(vectors_of(fitted).vectors().dimension() == 3);
}

TEST_CASE("tables in other layouts") {
  const TemporaryDirectory directory;
  const std::string longs = directory.put("long.tsv", "a\tx\t3\nb\ty\t2.5\na\ty\t1\nb\tx\t1\n");
  const std::string pairs = directory.put("pairs.tsv", "a\tx\na\tx\nb\ty\nb\tx\n");
  CHECK(vectors_of(fit_method("ca", {longs}, {{"input", "long"}})).kept()->table.counts.dense() ==
        MatrixD{{3, 1}, {1, 2.5}});
  CHECK(vectors_of(fit_method("ca", {pairs}, {{"input", "categories"}})).kept()->table.counts.dense() ==
        MatrixD{{2, 0}, {1, 1}});
}

TEST_CASE("a plain correspondence analysis that keeps its table analyses it") {
  const TemporaryDirectory directory;
  const std::string eyes = directory.put("eyes.csv", fisher_csv);
  const Fitted plain = fit_method("ca", {eyes}, {}),
               lean = fit_method("ca", {directory.put("text.txt", topics_text())}, {});
  const auto& analyses = capability<AnalysesTable>(*plain.model);
  CHECK(analyses.table().rows.word(1) == "blue");
  CHECK(analyses.analysis().axes.size() == 3);
  const auto refused = [](const Fitted& fitted, const std::string& why) {
    const auto& model = capability<AnalysesTable>(*fitted.model);
    expect_error(ErrorCode::model, why, [&] { model.table(); });
    expect_error(ErrorCode::model, why, [&] { model.analysis(); });
  };
  refused(fit_method("gini", {eyes}, {}),
          "not a plain correspondence analysis; fit ca, without stop words, similarities and kernels");
  refused(lean, "the model does not keep its table; fit with --keep-table");
}

TEST_CASE("data that gives no vectors") {
  const TemporaryDirectory directory;
  const std::string empty = directory.put("empty.txt", ""), one = directory.put("one.txt", "word\n"),
                    flat = directory.put("flat.csv", "t,x,y\na,2,4\nb,3,6\n"),
                    bad = directory.put("bad.csv", "t,x\na,-1\n"),
                    twice = directory.put("twice.csv", "t,x\na,1\na,2\n");
  expect_error(ErrorCode::data, empty + ": no words in it; check --text and --columns",
               [&] { fit_method("ca", {empty}, {}); });
  expect_error(ErrorCode::data,
               one + ": no two words stand near each other often enough; lower --min-count, or give more text",
               [&] { fit_method("sgns", {one}, {}); });
  expect_error(ErrorCode::data, "rows and columns are independent: the table has no axis; there is nothing to analyse",
               [&] { fit_method("ca", {flat}, {}); });
  CHECK_THROWS_AS(fit_method("ca", {bad}, {}), Error);
  CHECK_THROWS_AS(fit_method("ca", {twice}, {}), Error);
  expect_error(ErrorCode::usage, flat + ": a table is one file; several files can only be --input text", [&] {
    fit_method("ca", {flat, flat}, {{"input", "table"}});
  });
  expect_error(ErrorCode::usage, "--coordinates: sum needs rows and columns of the same labels; use f or g", [&] {
    fit_method("ca", {directory.put("eyes.csv", fisher_csv)}, {{"coordinates", "sum"}});
  });
}

TEST_CASE("kernels from files") {
  const TemporaryDirectory directory;
  const std::string text = directory.put("text.txt", topics_text());
  const std::string stops = directory.put("stops.txt", "the\na\nand\nunheard\n");
  const auto report = [](const Fitted& fitted, const std::string& name) {
    const ReportEntry* entry = fitted.report.find(name);
    return entry ? entry->text() : "";
  };
  CHECK(report(fit_method("ca", {text}, {{"stop-words", stops}}), "stop words") == "3 of 4 in the table");
  CHECK(report(fit_method("ca", {text}, {{"stop-words", "top:5"}}), "stop words") == "5 of 5 in the table");
  expect_error(ErrorCode::usage, "--stop-words: 'top:x' is not top:N; write top:100, or give a file", [&] {
    fit_method("ca", {text}, {{"stop-words", "top:x"}});
  });

  const std::string similar = directory.put("similar.tsv", "a\tb\tscore\nking\tcat\t5\nking\tdragon\t3\n");
  const Fitted plain = fit_method("ca", {text}, {{"dimensions", "6"}});
  const Fitted drawn =
      fit_method("ca", {text}, {{"dimensions", "6"}, {"similarity", similar}, {"similarity-weight", "0.9"}});
  CHECK(report(drawn, "similarities") == "1 between rows (1 unknown), 1 between columns (1 unknown)");
  CHECK(score_of(*drawn.model, "king", "cat") > score_of(*plain.model, "king", "cat"));
  expect_error(ErrorCode::data, directory.file("broken.tsv") + ":2: not word, word, score; separate the three by tabs",
               [&] {
                 fit_method("ca", {text}, {{"similarity", directory.put("broken.tsv", "king\tcat\t5\nking cat 5\n")}});
               });

  const std::string eyes = directory.put("eyes.csv", fisher_csv);
  const std::string weights = directory.put("weights.tsv", "blue\t1.5\n"),
                    both = directory.put("both.tsv", "blue\tlight\t0.5\n");
  CHECK(vectors_of(fit_method("ca", {eyes}, {{"row-kernel", weights}})).kept()->related == false);
  const Fitted related = fit_method("ca", {eyes}, {{"row-kernel", both}});
  CHECK(vectors_of(related).kept()->related);
  expect_error(
      ErrorCode::usage,
      "a kernel relates labels: contexts do not add up to the score; fit without --row-kernel and --col-kernel",
      [&] { capability<ExplainsPairs>(*related.model).explain("light", "blue", Run()); });
  expect_error(ErrorCode::data,
               directory.file("odd.tsv") + ":1: neither label, weight nor label, label, value; separate them by tabs",
               [&] {
                 fit_method("ca", {eyes}, {{"row-kernel", directory.put("odd.tsv", "blue\n")}});
               });
}

TEST_CASE("imported vectors are a model like another") {
  const TemporaryDirectory directory;
  const std::string file = directory.put("v.txt", "2 2\ncat 1 0\ndog 0.6 0.8\n");
  const Fitted fitted = fit_method("import", {file}, {});
  CHECK(score_of(*fitted.model, "Cat", "dog") == doctest::Approx(0.6));
}

TEST_CASE("imported subwords give unknown words a vector, in a saved model too") {
  Vocabulary words;
  words.add("known");
  const auto numbers = std::make_shared<std::vector<float>>(std::vector<float>{5, 1, 1, 2, 3, 4, 5, 6});
  const std::span<const float> all(*numbers);
  const auto table =
      std::make_shared<const WordVectors>(std::move(words), 2, all.first(2), Subwords{3, 4, 3, all.last(6)}, numbers);
  Data data;
  data.word_vectors = table;
  const TemporaryDirectory directory;
  const Method& import = find_method(all_methods(), "import");
  for (const bool keep : {true, false}) {
    const Fitted fitted =
        fit_model(import, data, Parameters::resolve(import.parameters, {{"subwords", keep ? "keep" : "drop"}}),
                  all_methods(), Run());
    save_model(*fitted.model, directory.file("m.couplet"));
    const auto model = load_model(directory.file("m.couplet"), all_methods());
    const HasVectors& vectors = capability<HasVectors>(*model);
    CHECK(vectors.find_word("Known").way == "normalised");
    const FoundWord unseen = vectors.find_word("unseen");
    CHECK(unseen.known() == keep);
    if (!keep) continue;
    CHECK(unseen.way == "subwords");
    std::vector<float> mean(2);
    REQUIRE(table->find("unseen", mean));
    CHECK(unseen.vector == mean);
    CHECK(vectors.find_word("unseen known").way == "mean of 2 words");  // never the n-grams of a whole text
  }
}
