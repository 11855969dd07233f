#include <doctest/doctest.h>

#include "couplet/methods/bridge/term_space.h"
#include "tests/base/expect_error.h"
#include "tests/methods/bridge_samples.h"

using namespace couplet;

TEST_CASE("bad collections: one clear line") {
  const TemporaryDirectory directory;
  const std::string three = directory.put("three.txt", "a\nb\nc\n");
  expect_error(ErrorCode::data,
               directory.put("empty.tsv", "") + ": no documents in it; give one document a line, of each language",
               [&] { counted({directory.file("empty.tsv")}); });
  expect_error(ErrorCode::usage,
               "--text: 2 text pipelines for 3 languages; give one, or one for each language, separated by semicolons",
               [&] {
                 count_documents(Source{.paths = {three, three, three}},
                                 {TextPipeline::parse("space"), TextPipeline::parse("space")}, Run());
               });
}

TEST_CASE("counts, empty texts and the same numbers at any thread count") {
  const TemporaryDirectory directory;
  std::string left, right;
  for (int i = 0; i < 1000; ++i) {
    left += "w" + std::to_string(i % 37) + " w" + std::to_string(i % 11) + " w" + std::to_string(i % 37) + "\n";
    right += i % 100 == 0 ? "\n" : "v" + std::to_string(i % 5) + "\n";
  }
  const std::vector<std::string> paths = {directory.put("l.txt", left), directory.put("r.txt", right)};
  Run one;
  one.pool = Pool(1);
  const DocumentCounts counts = counted(paths, one);
  CHECK(counts.documents() == 1000);
  CHECK(counts.empty == std::vector<std::int64_t>{0, 10});
  CHECK(counts.languages[0].lengths[0] == 3);
  CHECK(counts.languages[0].offsets[1] == 1);  // w0 three times
  CHECK(counts.languages[0].counts[0] == 3);
  CHECK(counts.languages[0].mean_length() == 3);
  Run three;
  three.pool = Pool(3);
  const DocumentCounts again = counted(paths, three);
  CHECK(again.fingerprint == counts.fingerprint);
  CHECK(again.languages[0].terms == counts.languages[0].terms);
  CHECK(again.languages[1].counts == counts.languages[1].counts);
  const DocumentCounts part = chosen_documents(counts, {100, 3}, Run());
  CHECK(part.documents() == 2);
  CHECK(part.empty == std::vector<std::int64_t>{0, 1});
  CHECK(part.languages[0].terms[0] == counts.languages[0].terms[counts.languages[0].offsets[100]]);
}

TEST_CASE("vocabularies: most documents first, frequent words dropped, shared or separate") {
  const TemporaryDirectory directory;
  const DocumentCounts documents = counted({directory.put("l.txt", "the cat no\nthe dog\nthe cat\n"),
                                            directory.put("r.txt", "el gato no\nel perro\nel gato\n")});
  const TermSpace shared = choose_terms(documents, {.terms = 4, .drop_frequent = 1});
  REQUIRE(shared.rows() == 4);  // "el" is dropped; "the" has as many documents but comes later by its bytes
  CHECK(shared.word(0) == "the");
  CHECK(shared.word(1) == "cat");
  CHECK(shared.word(2) == "gato");
  CHECK(shared.word(3) == "no");
  CHECK(shared.first_row(1) == 0);
  CHECK(shared.list(0).weights[0] == doctest::Approx(1));               // 3 of 6 texts
  CHECK(shared.list(0).weights[3] == doctest::Approx(std::log2(3.0)));  // "no": one text of each language

  CHECK(shared.with_power(0.5).list(0).weights[3] == doctest::Approx(std::sqrt(std::log2(3.0))));
  CHECK(shared.with_power(0).list(0).weights[3] == 1);

  const TermSpace separate = choose_terms(documents, {.drop_frequent = 1, .shared = false});
  CHECK(separate.rows() == 6);
  CHECK(separate.first_row(1) == 3);
  CHECK(separate.word(3) == "gato");
  CHECK(weighted_texts(documents, 1, separate).matrix.dense()(0, 3) == doctest::Approx(std::log2(3.0)));

  const TermSpace all = choose_terms(documents, {.drop_frequent = 0});
  const MatrixD rows = joined_texts(documents, all).matrix.dense();
  const Index no = all.list(0).words.find("no");
  CHECK(rows(0, no) == doctest::Approx(std::log2(3.0) * std::log2(3.0)));  // twice in the document; in 2 of 6 texts
  CHECK(rows(1, no) == 0);
}

TEST_CASE("a text is weighed as the same text of the collection") {
  const TemporaryDirectory directory;
  const DocumentCounts documents =
      counted({directory.put("l.txt", "a b a c\nb d\nd d d e\n"), directory.put("r.txt", "x y\ny z z\nx\n")});
  for (const char* weighting : {"tf=log2,idf=log2", "tf=raw,idf=plain", "bm25"}) {
    const TermSpace space =
        choose_terms(documents, {.drop_frequent = 0, .shared = false, .weighting = TermWeighting::parse(weighting)});
    const MatrixD rows = weighted_texts(documents, 0, space).matrix.dense();
    const std::vector<std::string_view> tokens = {"a", "b", "unknown", "a", "c"};
    const std::vector<std::string_view> own = {"a", "b", "a", "c"};
    MatrixD row = MatrixD::Zero(1, space.rows());
    for (const WeightedTerm& term : space.weigh(own, 0)) row(0, term.row) = term.weight;
    CHECK((row - rows.row(0)).cwiseAbs().maxCoeff() < 1e-12);
    CHECK(space.weigh(tokens, 0).size() == 3);
  }
}

TEST_CASE("texts of one length") {
  MatrixD a(2, 2), b(1, 2);
  a << 3, 4, 0, 0;
  b << 0, 1;
  const auto even = even_rows({sparse_of(a), sparse_of(b)}, Team::solo());
  const double usual = std::sqrt((25.0 + 1) / 2);
  CHECK(even[0].matrix.dense().row(0).norm() == doctest::Approx(usual));
  CHECK(even[1].matrix.dense().row(0).norm() == doctest::Approx(usual));
  CHECK(even[0].matrix.dense()(0, 1) / even[0].matrix.dense()(0, 0) == doctest::Approx(4.0 / 3));
  CHECK(even[0].matrix.dense().row(1).norm() == 0);
}

TEST_CASE("no vocabulary left") {
  const TemporaryDirectory directory;
  const std::string right = directory.put("r.txt", "\n\n");
  const DocumentCounts documents = counted({directory.put("l.txt", "a b\nc\n"), right});
  expect_error(ErrorCode::data,
               right + ": no vocabulary is left; lower --drop-frequent or --min-documents, or look at --text",
               [&] { choose_terms(documents, {.drop_frequent = 0, .shared = false}); });
  expect_error(ErrorCode::data,
               "the documents: no vocabulary is left; lower --drop-frequent or --min-documents, or look at --text",
               [&] { choose_terms(documents, {.drop_frequent = 10}); });
}
