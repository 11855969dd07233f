#include "couplet/methods/cooccurrence/encoder.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

std::shared_ptr<const WordVectors> small_table() {
  Vocabulary words;
  for (const char* word : {"cat", "dog", "short", "lived", "the"}) words.add(word);
  auto values = std::make_shared<std::vector<float>>(std::vector<float>{1, 0, 0, 2, 3, 3, -1, 1, 0.5f, 0.25f});
  return std::make_shared<WordVectors>(std::move(words), 2, std::span<const float>(*values), std::nullopt, values);
}

Encoder encoder(EncoderKind kind, std::vector<float> weights = {}) {
  return Encoder({{kind, 0}, "lower,space", small_table(), std::move(weights), 4, 0});
}

struct Encoded {
  MatrixD rows;
  std::vector<char> known;
  Coverage coverage;
};

Encoded encode(const Encoder& encoder, std::vector<std::string> texts) {
  Encoded result;
  Items items;
  items.texts = std::move(texts);
  result.rows = encoder.encode(std::move(items), result.known, result.coverage);
  return result;
}

VectorD vector_of(const Encoder& encoder, const std::string& text) {
  return encode(encoder, {text}).rows.row(0).transpose();
}

void check_equal(const VectorD& found, std::initializer_list<double> expected) {
  REQUIRE(found.size() == static_cast<Index>(expected.size()));
  for (Index i = 0; i < found.size(); ++i) CHECK(found[i] == doctest::Approx(expected.begin()[i]).epsilon(1e-6));
}

}  // namespace

TEST_CASE("encoder specs") {
  for (const char* spec : {"sum", "mean", "idf", "sif", "extremes", "hash:64", "chars:32", "lsa:20", "shape", "rows"})
    CHECK(EncoderSpec::parse(spec).text() == spec);
  CHECK(EncoderSpec::parse("lsa").text() == "lsa");
  CHECK(EncoderSpec::parse("vectors").text() == "sum");
  CHECK(EncoderSpec::parse("hash").text() == "hash:1024");
  expect_error(ErrorCode::usage,
               "--encoder: unknown encoder 'lsi:5'; use sum, mean, idf, sif or extremes (with --vectors), hash:DIM, "
               "chars:DIM, lsa:DIM or shape",
               [] { EncoderSpec::parse("lsi:5"); });
  for (const std::string spec :
       {"lsa:0", "lsa:", "lsa:-3", "lsa:3x", "lsa:20001", "hash:99999999999999999999", "sum:3"})
    expect_error(
        ErrorCode::usage,
        "--encoder: '" + spec +
            "' makes no sense; write hash:DIM, chars:DIM or lsa:DIM with DIM from 1 to 20000, the others alone",
        [&] { EncoderSpec::parse(spec); });
}

TEST_CASE("sum, mean and idf-weighted mean of word vectors") {
  const std::string text = "The cat CAT dog xyzzy";
  check_equal(vector_of(encoder(EncoderKind::sum), text), {2.5, 2.25});
  check_equal(vector_of(encoder(EncoderKind::mean), text), {2.5 / 4, 2.25 / 4});
  // Weights 3 (twice), 2 and 0.5 of cat, dog and the.
  check_equal(vector_of(encoder(EncoderKind::idf, {3, 2, 1, 1, 0.5f}), text), {6.25 / 8.5, 4.125 / 8.5});
}

TEST_CASE("extremes are the largest and the least of each number, and each is owed to its first word") {
  const Encoder one = encoder(EncoderKind::extremes);
  check_equal(vector_of(one, "cat dog the cat"), {1, 2, 0, 0});
  check_equal(vector_of(one, "lived the"), {0.5, 1, -1, 0.25});
  const auto terms = one.terms("cat dog cat");  // cat (1, 0), dog (0, 2)
  REQUIRE(terms.size() == 2);
  check_equal(terms[0].vector, {1, 0, 0, 0});  // cat has the first maximum and the second minimum, which is 0
  check_equal(terms[1].vector, {0, 2, 0, 0});
  check_equal(vector_of(one, "xyzzy"), {0, 0, 0, 0});
}

TEST_CASE("shape sees length and marks, whatever the words") {
  const Encoder shape({{EncoderKind::shape, 0}, "nfkc,lower,penn", nullptr, {}, 1, 0});
  check_equal(vector_of(shape, "Well - who knows ?"), {std::log(6.0), 1, 0, 1, 0});
  check_equal(vector_of(shape, "No. Never!"), {std::log(5.0), 0, 1, 0, 1});
  check_equal(vector_of(shape, ""), {0, 0, 0, 0, 0});
}

TEST_CASE("a text without a known word is zero and flagged") {
  const Encoded result = encode(encoder(EncoderKind::mean), {"cat", "xyzzy plugh", "", "dog nobody"});
  CHECK(result.known == std::vector<char>{1, 0, 0, 1});
  CHECK(result.rows.row(1).norm() == 0);
  CHECK(result.rows.row(2).norm() == 0);
  CHECK(result.coverage.texts == 4);
  CHECK(result.coverage.unknown_texts == 2);
  CHECK(result.coverage.tokens == 5);
  CHECK(result.coverage.unknown_tokens == 3);
  Coverage sum = result.coverage;
  sum.add(result.coverage);
  CHECK(sum.tokens == 10);
  CHECK(sum.unknown_texts == 4);
}

TEST_CASE("a compound that the table lacks is known by its parts") {
  check_equal(vector_of(encoder(EncoderKind::sum), "short-lived"), {2, 4});
  check_equal(vector_of(encoder(EncoderKind::sum), "lived short-lived"), {1, 5});
  const Encoded result = encode(encoder(EncoderKind::sum), {"cat-xyzzy", "xyzzy-plugh", "-"});
  CHECK(result.known == std::vector<char>{1, 0, 0});
  CHECK(result.coverage.unknown_tokens == 2);
}

TEST_CASE("words made from subwords bring a vector of their own") {
  Vocabulary words;
  words.add("known");
  auto values = std::make_shared<std::vector<float>>(std::vector<float>{5, 5});
  auto grams = std::make_shared<std::vector<float>>(std::vector<float>{1, 2, 3, 4, 5, 6});
  const auto owner = std::make_shared<std::pair<decltype(values), decltype(grams)>>(values, grams);
  const auto table = std::make_shared<WordVectors>(std::move(words), 2, std::span<const float>(*values),
                                                   Subwords{3, 4, 3, *grams}, owner);
  std::vector<float> made(2);
  REQUIRE(table->find("unseen", made));
  const Encoder sum({{EncoderKind::sum, 0}, "space", table, {}, 1, 0});
  check_equal(vector_of(sum, "unseen known unseen"), {2.0 * made[0] + 5, 2.0 * made[1] + 5});
  const Encoder idf({{EncoderKind::idf, 0}, "space", table, {3}, 2, 0});
  check_equal(vector_of(idf, "unseen known"), {(2.0 * made[0] + 15) / 5, (2.0 * made[1] + 15) / 5});
}

TEST_CASE("hashed terms: (1 + ln count) idf with a sign, at unit length") {
  const Encoder hash({{EncoderKind::hash, 8}, "space", nullptr, {1, 2, 3, 4, 5, 6, 7, 8}, 1, 0});
  VectorD expected = VectorD::Zero(8);
  const HashedTerm a = hash_term("alpha", 8), b = hash_term("beta", 8);
  CHECK(std::abs(a.sign) == 1);
  expected[a.bucket] += a.sign * (1 + std::log(2.0)) * static_cast<double>(a.bucket + 1);
  expected[b.bucket] += b.sign * static_cast<double>(b.bucket + 1);
  expected.normalize();
  CHECK((vector_of(hash, "alpha beta alpha") - expected).norm() < 1e-12);
  CHECK(encode(hash, {" "}).known[0] == 0);
}

TEST_CASE("the terms of a text add up to its vector") {
  const std::vector<Encoder> encoders = {encoder(EncoderKind::sum),
                                         encoder(EncoderKind::mean),
                                         encoder(EncoderKind::idf, {3, 2, 1, 1, 0.5f}),
                                         encoder(EncoderKind::sif, {3, 2, 1, 1, 0.5f}),
                                         encoder(EncoderKind::extremes),
                                         Encoder({{EncoderKind::shape, 0}, "lower,penn", nullptr, {}, 1, 0}),
                                         Encoder({{EncoderKind::lsa, 2}, "space", small_table(), {}, 1, 0}),
                                         Encoder({{EncoderKind::hash, 4}, "space", nullptr, {1, 2, 3, 4}, 1, 0})};
  for (const Encoder& one : encoders) {
    CAPTURE(one.spec().text());
    for (const std::string text : {"cat dog the cat short-lived xyzzy", "dog", "xyzzy", ""}) {
      VectorD sum = VectorD::Zero(one.dimension());
      for (const TermVector& term : one.terms(text)) sum += term.vector;
      CHECK((sum - vector_of(one, text)).norm() <= 1e-14 * sum.norm());
    }
  }
}

TEST_CASE("rows are taken as they are, and can be written as text") {
  const Encoder rows({{EncoderKind::rows, 0}, "", nullptr, {}, 1, 3});
  check_equal(vector_of(rows, "1 -2.5,3e1 "), {1, -2.5, 30});
  for (const std::string bad : {"1 2", "1 2 3 4", "1 2 x", "1 2 nan", "", "1 2 3x"})
    expect_error(ErrorCode::data,
                 "'" + bad +
                     "' is not a row of 3 numbers; this model was fitted on .npy rows: give .npy files, or numbers "
                     "separated by blanks",
                 [&] { encode(rows, {bad}); });
  std::vector<char> known;
  Coverage coverage;
  Items items;
  items.rows = MatrixD::Ones(2, 4);
  expect_error(ErrorCode::data, "rows of 4 numbers, the model has 3; use the encoder the model was fitted with",
               [&] { rows.encode(items, known, coverage); });
  expect_error(ErrorCode::data, "the model was fitted on texts, the input is .npy rows; give the texts themselves",
               [&] { encoder(EncoderKind::sum).encode(items, known, coverage); });
  CHECK_THROWS_AS(rows.terms("1 2 3"), Error);
}

TEST_CASE("saved and loaded it gives the same bits") {
  const TemporaryDirectory directory;
  const Encoder before = encoder(EncoderKind::idf, {3, 2, 1, 1, 0.5f});
  ModelWriter writer(plain_header());
  before.write(writer, "left");
  writer.write(directory.file("encoder"));
  const ModelFile file(directory.file("encoder"));
  const Encoder after = Encoder::load(file, "left", before.spec(), before.pipeline());
  CHECK(vector_of(after, "the cat short-lived") == vector_of(before, "the cat short-lived"));
  CHECK(after.fingerprint() == before.fingerprint());
  CHECK(before.fingerprint() != encoder(EncoderKind::idf, {3, 2, 1, 1, 0.75f}).fingerprint());
  CHECK(before.fingerprint() != encoder(EncoderKind::sum).fingerprint());
  CHECK_THROWS_AS(Encoder::load(file, "left", EncoderSpec::parse("sum"), "space"), Error);
  CHECK_THROWS_AS(Encoder::load(file, "right", before.spec(), "space"), Error);
}

TEST_CASE("sample texts are known to their encoder, whatever the pipeline") {
  for (const char* pipeline : {"lower,space", "lower,icu", "space,grams:1-2"})
    for (const Index first : {0, 3}) {
      const Encoder one({{EncoderKind::sum, 0}, pipeline, small_table(), {}, 1, 0});
      CHECK(encode(one, {one.sample_text(first)}).known[0] == 1);
    }
}
