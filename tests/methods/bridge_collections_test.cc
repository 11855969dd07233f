// Methods of one collection, words with weights, translated texts, and how long and how many topics.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/input.h"
#include "couplet/methods/bridge/development.h"
#include "couplet/methods/bridge/projection.h"
#include "couplet/methods/bridge/translation_table.h"
#include "couplet/text/weighted_words.h"
#include "tests/base/expect_error.h"
#include "tests/base/warnings.h"
#include "tests/methods/bridge_samples.h"

using namespace couplet;

namespace {

MatrixD small_rows(bool second) {
  MatrixD x(5, 4), y(5, 4);
  x << 1, 2, 0, 0, 0, 1, 3, 1, 2, 0, 1, 0, 0, 0, 2, 2, 1, 1, 0, 3;
  y << 0, 1, 1, 0, 1, 0, 2, 2, 1, 1, 0, 0, 0, 2, 1, 1, 2, 0, 0, 1;
  return second ? y : x;
}

/// Rows as svmlight has them.
std::string weighted_lines(const MatrixD& rows, const std::string& label) {
  std::string text;
  for (Index i = 0; i < rows.rows(); ++i) {
    text += label;
    for (Index j = 0; j < rows.cols(); ++j)
      if (rows(i, j) != 0)
        text += fmt::format("{}w{}:{}", text.empty() || text.back() == '\n' ? "" : " ", j, rows(i, j));
    text += '\n';
  }
  return text;
}

std::string report_text(const Fitted& fitted, const char* name) {
  const ReportEntry* entry = fitted.report.find(name);
  return entry ? entry->text() : "";
}

}  // namespace

TEST_CASE("principal components: golden values of one and of two collections") {
  // Computed with numpy from the covariances.
  constexpr double one[4] = {1.339810940319139, 1.1822706740295963, 0.7694099614536324, 0.2348425190349222};
  constexpr double two[4] = {1.6354379917478088, 1.3735716784641567, 1.1587446248592639, 0.41946908542682276};
  constexpr double projector[4] = {0.203087630673, 0.116021689217, -0.340897900934, -0.179361739818};  // first row
  const ProjectionOptions options{.dimension = 4, .exact = true};
  const Projection alone = pca({sparse_of(small_rows(false))}, options, Run());
  const Projection both = pca({sparse_of(small_rows(false)), sparse_of(small_rows(true))}, options, Run());
  REQUIRE(alone.values.size() == 4);
  for (int i = 0; i < 4; ++i) {
    CHECK(std::abs(alone.values[i] - one[i]) < 1e-10);
    CHECK(std::abs(both.values[i] - two[i]) < 1e-10);
    CHECK(std::abs(alone.terms(0, 0) * alone.terms(i, 0) - projector[i]) < 1e-10);
  }
}

TEST_CASE("words with weights: labels, comments, and what is no weight") {
  const auto parse = [](std::vector<std::string_view> tokens) { return weighted_words(tokens); };
  const auto words = parse({"3", "qid:7", "17:0.25", "a:b:-2", "#", "note"});
  REQUIRE(words.size() == 2);
  CHECK(words[0].word == "17");
  CHECK(words[0].weight == 0.25);
  CHECK(words[1].word == "a:b");
  CHECK(words[1].weight == -2);
  const std::string remedy = "; write each word as word:weight, like 17:0.25, or choose another --weighting";
  expect_error(ErrorCode::data, "'x': is not a word and its weight" + remedy, [&] { parse({"3", "1:2", "x"}); });
  expect_error(ErrorCode::data, "'1:2e': is not a word and its weight" + remedy, [&] { parse({"3", "1:2e"}); });
  expect_error(ErrorCode::data, "'1:inf': is not a word and its weight" + remedy, [&] { parse({"3", "1:inf"}); });
}

TEST_CASE("given weights are taken as they are, negative ones too; models of one collection compare any two texts") {
  const TemporaryDirectory directory;
  MatrixD rows = small_rows(false);
  rows(0, 0) = -1;
  const std::string labelled = directory.put("rows.svm", weighted_lines(rows, "2"));
  for (const std::string method : {"lsi", "pca"}) {
    CAPTURE(method);
    const Fitted fitted =
        fit_method(method, {labelled}, {{"weighting", "given"}, {"dimensions", "4"}, {"exact", "true"}});
    const auto& embedder = capability<EmbedsSides>(*fitted.model);
    CHECK(embedder.dimension() == 4);
    // Four dimensions of four words turn them, and lengths and angles stay.
    const std::vector<std::string> texts = {"w0:-1 w1:2", "1 w1:1 w2:3 w3:1", "unknown:1"};
    const Embedded left = embedder.embed(Side::left, Items{texts, {}}, Run());
    const Embedded right = embedder.embed(Side::right, Items{texts, {}}, Run());
    CHECK(left.known == std::vector<bool>{true, true, false});
    CHECK(left.rows.row(0).dot(right.rows.row(1)) == doctest::Approx(2 / std::sqrt(5.0 * 11)).epsilon(1e-5));
    const auto loaded = reloaded(directory, *fitted.model);
    CHECK(run_self_test(*loaded) == 0);
    CHECK(capability<EmbedsSides>(*loaded).embed(Side::left, Items{texts, {}}, Run()).rows == left.rows);
  }
  expect_error(ErrorCode::data,
               "'word': is not a word and its weight; write each word as word:weight, like 17:0.25, "
               "or choose another --weighting",
               [&] {
                 fit_method("lsi", {directory.put("words.txt", "a word\n")}, {{"weighting", "given"}});
               });
}

TEST_CASE("pre-weighted pairs: the same projection as of the same numbers, counted") {
  const TemporaryDirectory directory;
  const std::string left = directory.put("l.svm", weighted_lines(small_rows(false), "1")),
                    right = directory.put("r.svm", weighted_lines(small_rows(true), "1"));
  const Fitted fitted =
      fit_method("opca", {left, right}, {{"weighting", "given"}, {"dimensions", "3"}, {"exact", "true"}});
  const Projection wanted = opca({sparse_of(small_rows(false)), sparse_of(small_rows(true))},
                                 {.dimension = 3, .regulariser = 0.1, .exact = true}, Run());
  CHECK(report_text(fitted, "values") == fmt::format("{:.6g} to {:.6g}", wanted.values[0], wanted.values[2]));
}

TEST_CASE("several files of one collection are one; plsa has its topics") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(60, 3);
  const std::string left = directory.put("l.txt", lines_of(texts.left)),
                    right = directory.put("r.txt", lines_of(texts.right));
  const Options options = {{"text", "space"}, {"drop-frequent", "0"}};
  const Fitted lsi = fit_method("lsi", {left, right}, options);
  CHECK(report_text(lsi, "documents") == "120");
  Options topics = options;
  topics["topics"] = "4";
  topics["iterations"] = "10";
  const Fitted plsa = fit_method("plsa", {left}, topics);
  const auto loaded = reloaded(directory, *plsa.model);
  CHECK(run_self_test(*loaded) == 0);
  CHECK(scores_of(*loaded, {{texts.left[0]}, {texts.left[0]}})[0] == doctest::Approx(1));
}

TEST_CASE("word-by-word with LSA: translated, then mapped by the right language's documents; a table that is given") {
  const TemporaryDirectory directory;
  const TextPairs pairs = topic_texts(80, 4);
  const std::string left = directory.put("l.txt", lines_of(pairs.left)),
                    right = directory.put("r.txt", lines_of(pairs.right));
  const Options options = {{"text", "space"}, {"drop-frequent", "0"}};
  Options mapped = options;
  mapped["dimensions"] = "5";
  const Fitted plain = fit_method("word-by-word", {left, right}, options);
  const Fitted lsa = fit_method("word-by-word", {left, right}, mapped);
  CHECK(capability<EmbedsSides>(*lsa.model).dimension() == 5);
  // The right language's own LSA, whose texts must lie where the mapped right texts do.
  Source files;
  files.paths = {left, right};
  const DocumentCounts documents = count_documents(files, {TextPipeline::parse("space")}, Run());
  const TermSpace space = choose_terms(documents, {.drop_frequent = 0, .shared = false});
  const OwnedRows<double> texts = weighted_texts(documents, 1, space);
  const Projection own = cl_lsi(texts, {.dimension = 5}, Run());
  const MatrixD terms = texts.matrix.dense() * own.terms;
  const MatrixD found = capability<EmbedsSides>(*lsa.model).embed(Side::right, Items{pairs.right, {}}, Run()).rows;
  for (Index i = 1; i < 20; ++i) {
    const double wanted = terms.row(0).dot(terms.row(i)) / terms.row(0).norm() / terms.row(i).norm();
    CHECK(found.row(0).dot(found.row(i)) == doctest::Approx(wanted).epsilon(0.02));
  }
  // Every left word is one right word.
  std::string table;
  for (const std::string_view word : {"l0", "l1", "l2"}) table += fmt::format("{}\tr{}\t0.9\n", word, word.substr(1));
  const CsrMatrix<float> read =
      read_translations(directory.put("table.tsv", table + "l0\tr1\t0.001\nnowhere\tr1\t1\n"), space, {});
  for (Index w = 0; w < 3; ++w) {
    const Index row = space.list(0).words.find(fmt::format("l{}", w)),
                column = space.list(1).words.find(fmt::format("r{}", w));
    if (row < 0 || column < 0) continue;
    REQUIRE(read.offsets()[row + 1] - read.offsets()[row] == 1);
    CHECK(read.columns()[read.offsets()[row]] == column);
    CHECK(read.values()[read.offsets()[row]] == 0.9F);
  }
  const std::string bad = directory.put("bad.tsv", "l0\tr0\t2\n");
  expect_error(ErrorCode::data,
               bad + ":1: '2' is not a probability; write a left word, a right word and a number from 0 to 1",
               [&] { read_translations(bad, space, {}); });
}

TEST_CASE("topics: held-out documents say when to stop, a sweep how many; other languages as sides") {
  const TemporaryDirectory directory;
  const TextPairs train = topic_texts(150, 11), fresh = topic_texts(40, 12);
  const std::string path = directory.put("train.tsv", tsv_of(train)), apart = directory.put("fresh.tsv", tsv_of(fresh));
  Options options = {
      {"text", "space"}, {"drop-frequent", "0"}, {"topics", "16"}, {"iterations", "30"}, {"patience", "2"}};
  for (const std::string method : {"jplsa", "cplsa"}) {
    CAPTURE(method);
    Options held = options;
    held["hold-out"] = "0.1";
    const Fitted stopped = fit_method(method, {path}, held);
    CHECK(report_text(stopped, "held out") == "15 documents");
    CHECK(report_text(stopped, "tried").starts_with("16 topics: mrr 0."));
    CHECK(report_text(stopped, "learned again").starts_with("from all documents, "));
    Options sweep = options;
    sweep["development"] = apart;
    sweep["tune"] = "topics";
    sweep["curve"] = directory.file("curve.svg");
    const Fitted tuned = fit_method(method, {path}, sweep);
    CHECK(report_text(tuned, "chosen").ends_with(" topics"));
    CHECK(read_file(directory.file("curve.svg")).starts_with("<svg"));
  }
  options.erase("patience");
  options["tune"] = "topics";
  expect_error(ErrorCode::usage,
               "--tune: there are no texts to try on; give some with --development FILE, or keep a share apart with "
               "--hold-out 0.1",
               [&] { fit_method("jplsa", {path}, options); });
  options["tune"] = "words";
  expect_error(ErrorCode::usage, "--tune: 'words' cannot be tuned here; use topics",
               [&] { fit_method("jplsa", {path}, options); });
  // Of three languages, the second and the third.
  const std::string l = directory.put("l", lines_of(train.left)), r = directory.put("r", lines_of(train.right));
  const Fitted three =
      fit_method("jplsa", {l, l, r},
                 {{"text", "space"}, {"drop-frequent", "0"}, {"topics", "8"}, {"iterations", "40"}, {"sides", "2,3"}});
  CHECK(mrr(*three.model, fresh) > 0.25);
  CHECK(scores_of(*reloaded(directory, *three.model), fresh) == scores_of(*three.model, fresh));
}

TEST_CASE("s2net: any start, squared errors") {
  const TemporaryDirectory directory;
  const TextPairs train = topic_texts(120, 5), fresh = topic_texts(40, 6);
  const std::string left = directory.put("l.txt", lines_of(train.left)),
                    right = directory.put("r.txt", lines_of(train.right));
  std::vector<std::vector<double>> begun;  // scores at each start
  for (const std::string start : {"opca", "cl-lsi", "pca", "random"}) {
    CAPTURE(start);
    const auto fitted = [&](const std::string& loss, const char* evaluations) {
      return fit_method("s2net", {left, right},
                        {{"text", "space"},
                         {"drop-frequent", "0"},
                         {"dimensions", "8"},
                         {"start", start},
                         {"loss", loss},
                         {"evaluations", evaluations}});
    };
    for (const std::string loss : {"ranking", "squared"}) {
      CAPTURE(loss);
      CHECK(mrr(*fitted(loss, "40").model, fresh) > 0.2);
    }
    // One evaluation of the loss is spent on the start itself: each is another.
    begun.push_back(scores_of(*fitted("ranking", "1").model, fresh));
    for (std::size_t other = 0; other + 1 < begun.size(); ++other) {
      CAPTURE(other);
      double most = 0;
      for (std::size_t i = 0; i < fresh.left.size(); ++i)
        most = std::max(most, std::abs(begun.back()[i] - begun[other][i]));
      CHECK(most > 0.01);
    }
  }
}
