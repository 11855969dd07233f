#include <doctest/doctest.h>

#include <memory>

#include "couplet/model/saved_matrix.h"
#include "couplet/model/saved_sparse.h"
#include "couplet/model/saved_word_vectors.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"
#include "tests/model/sample_model.h"

using namespace couplet;

namespace {

/// What the function adds, written and opened again.
template <class Add>
ModelFile written(const TemporaryDirectory& place, Add&& add) {
  ModelWriter writer(sample_header());
  add(writer);
  writer.write(place.file("m"));
  return ModelFile(place.file("m"));
}

WordVectors sample_vectors(std::int32_t shortest, std::int32_t longest) {
  Vocabulary words;
  for (const char* word : {"ein", "zwei"}) words.add(word);
  const auto values = std::make_shared<std::vector<float>>(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  const std::span<const float> all(*values);
  return WordVectors(std::move(words), 2, all.first(4), Subwords{shortest, longest, 3, all.subspan(4)}, values);
}

}  // namespace

TEST_CASE("dense matrices and vectors come back, and other shapes are refused") {
  const TemporaryDirectory place;
  const MatrixD wide{{1, 2, 3}, {4, 5, 6}};
  const VectorF line{{0.5F, -1}};
  const ModelFile file = written(place, [&](ModelWriter& writer) {
    add_matrix(writer, "wide", wide);
    add_vector(writer, "line", line);
  });
  CHECK(file.shape("wide") == std::vector<std::int64_t>{2, 3});
  CHECK(file.shape("line") == std::vector<std::int64_t>{2});
  CHECK(load_matrix<double>(file, "wide") == wide);
  CHECK(load_matrix<double>(file, "wide", -1, 3) == wide);
  CHECK(load_vector<float>(file, "line", 2) == line);
  CHECK(load_matrix<float>(file, "line") == MatrixF(line));
  CHECK_THROWS_AS(load_matrix<double>(file, "wide", 3, 2), Error);
  CHECK_THROWS_AS(load_matrix<float>(file, "wide"), Error);
  CHECK_THROWS_AS(load_vector<double>(file, "wide"), Error);
  CHECK_THROWS_AS(load_vector<float>(file, "line", 3), Error);
}

TEST_CASE("sparse matrices come back under the names given, and broken ones are refused") {
  const TemporaryDirectory place;
  const auto matrix = CsrMatrix<float>::from_triplets(3, 4, {{0, 1, 2.0F}, {0, 3, -1.0F}, {2, 0, 5.0F}});
  constexpr SparseNames names{.columns = "words", .values = "weights"};
  const ModelFile file = written(place, [&](ModelWriter& writer) {
    add_sparse(writer, "plain", matrix);
    add_sparse(writer, "named", matrix, names);
  });
  CHECK(file.has("plain.columns"));
  CHECK(file.has("named.weights"));
  CHECK(load_sparse<float>(file, "plain", 3, 4).dense() == matrix.dense());
  CHECK(load_sparse<float>(file, "named", -1, 4, names).dense() == matrix.dense());
  CHECK_THROWS_AS(load_sparse<float>(file, "plain", 2, 4), Error);
  CHECK_THROWS_AS(load_sparse<double>(file, "plain", 3, 4), Error);
  try {
    load_sparse<float>(file, "plain", 3, 3);
    FAIL("a column out of range was taken");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::model);
    CHECK(error.place() == file.path());
    CHECK(error.problem().starts_with("table 'plain': "));
  }
  const ModelFile empty = written(place, [](ModelWriter& writer) {
    writer.add("x.offsets", std::vector<std::int64_t>{}, {0});
    writer.add("x.columns", std::vector<std::int32_t>{}, {0});
    writer.add("x.values", std::vector<double>{}, {0});
  });
  expect_error(ErrorCode::model, empty.path() + ": table 'x': it has no offsets; fit the model again",
               [&] { load_sparse<double>(empty, "x", -1, 5); });
}

TEST_CASE("word vectors come back with their subwords, and broken ones are refused") {
  const TemporaryDirectory place;
  const WordVectors vectors = sample_vectors(3, 6);
  const ModelFile file = written(place, [&](ModelWriter& writer) { add_word_vectors(writer, "left.", vectors); });
  const WordVectors again = load_word_vectors(file, "left.");
  CHECK(again.words().word(1) == "zwei");
  CHECK(again.dimension() == 2);
  CHECK(again.row(1)[0] == 3);
  REQUIRE(again.subwords());
  CHECK(again.subwords()->min_length == 3);
  CHECK(again.subwords()->max_length == 6);
  CHECK(again.subwords()->buckets == 3);
  CHECK(again.subwords()->values[5] == 10);
  const WordVectors turned = sample_vectors(6, 3);
  const ModelFile broken = written(place, [&](ModelWriter& writer) { add_word_vectors(writer, "", turned); });
  expect_error(ErrorCode::model, broken.path() + ": tensor 'subword_lengths' makes no sense; fit the model again",
               [&] { load_word_vectors(broken, ""); });
  const Vocabulary none;
  const WordVectors nothing(none, 2, {}, std::nullopt, nullptr);
  const ModelFile empty = written(place, [&](ModelWriter& writer) { add_word_vectors(writer, "", nothing); });
  expect_error(ErrorCode::model, empty.path() + ": tensor 'vectors' holds no vectors; fit the model again",
               [&] { load_word_vectors(empty, ""); });
}
