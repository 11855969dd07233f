#include "couplet/lexicon/word_vectors_io.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>

#include "couplet/base/input.h"
#include "tests/lexicon/word_tables.h"

using namespace couplet;
using namespace couplet::test;

namespace {

const std::vector<std::pair<std::string, std::string>> writable{
    {"word2vec", "v.vec"}, {"word2vec-bin", "v.bin"}, {"glove", "g.txt"}, {"npy", "v.npy"}};

}  // namespace

TEST_CASE("every writable format gives back the very same table, its format told by content") {
  const TemporaryDirectory scratch;
  const WordVectors table = random_table(700, 12, 3);
  for (const auto& each : writable) {
    const auto& format = each.first;
    const auto& name = each.second;
    CAPTURE(name);
    write_word_vectors(scratch.file(name), table, format);
    check_equal(read_word_vectors(scratch.file(name), Run()), table);
    check_equal(read_word_vectors(scratch.file(name), Run(), format), table);
  }
}

TEST_CASE("floats of any bits survive every format, subnormal and huge ones too") {
  const TemporaryDirectory scratch;
  Random random(12);
  std::vector<float> values;
  while (values.size() < 20000) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random.next() >> 32));
    if (std::isfinite(value)) values.push_back(value);
  }
  const WordVectors table = make_table({"wörd", "東京"}, values);
  for (const auto& each : writable) {
    const auto& format = each.first;
    const auto& name = each.second;
    CAPTURE(name);
    write_word_vectors(scratch.file(name), table, format);
    check_equal(read_word_vectors(scratch.file(name), Run()), table);
  }
}

TEST_CASE("automatic writing goes by the name") {
  const TemporaryDirectory scratch;
  const WordVectors table = random_table(5, 3, 4);
  for (const char* name : {"v.npy", "v.bin", "v.vec"}) {
    write_word_vectors(scratch.file(name), table, "auto");
    check_equal(read_word_vectors(scratch.file(name), Run()), table);
  }
  CHECK(read_file(scratch.file("v.npy")).starts_with("\x93NUMPY"));
  CHECK(read_file(scratch.file("v.bin")).starts_with("5 3\nw0 "));
  CHECK(read_file(scratch.file("v.vec")).starts_with("5 3\nw0 "));
  CHECK(read_file(scratch.file("v.vec")) != read_file(scratch.file("v.bin")));
}

TEST_CASE("files with a header, binary and npy, cut anywhere are refused") {
  const TemporaryDirectory scratch;
  const WordVectors table = random_table(6, 4, 9);
  for (const auto& each : writable) {
    const auto& format = each.first;
    const auto& name = each.second;
    if (format == "glove") continue;
    write_word_vectors(scratch.file(name), table, format);
    const std::string whole = read_file(scratch.file(name));
    // Text that ends within the last number, and binary that lacks only the last newline, are whole files to any
    // reader.
    std::size_t end = whole.size();
    if (format == "word2vec") end = whole.rfind(' ') + 1;
    if (format == "word2vec-bin") end = whole.size() - 1;
    for (std::size_t size = 0; size < end; ++size) {
      CAPTURE(name);
      CAPTURE(size);
      scratch.put(name, std::string_view(whole).substr(0, size));
      for (const std::string& reading : {format, std::string("auto")}) {
        const auto error = error_of([&] { read_word_vectors(scratch.file(name), Run(), reading); });
        REQUIRE(error.has_value());
        REQUIRE(error->code() == ErrorCode::data);
      }
    }
  }
}

TEST_CASE("GloVe text cut anywhere is refused or a shorter table") {
  const TemporaryDirectory scratch;
  const WordVectors table = random_table(6, 4, 9);
  write_word_vectors(scratch.file("g.txt"), table, "glove");
  const std::string whole = read_file(scratch.file("g.txt"));
  std::int64_t refused = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    scratch.put("cut.txt", std::string_view(whole).substr(0, size));
    const auto error = error_of([&] {
      const WordVectors cut = read_word_vectors(scratch.file("cut.txt"), Run());
      REQUIRE(cut.size() <= table.size());
      if (cut.size() > 1) REQUIRE(cut.dimension() == table.dimension());
    });
    if (!error) continue;
    REQUIRE(error->code() == ErrorCode::data);
    ++refused;
  }
  CHECK(refused > static_cast<std::int64_t>(whole.size()) / 2);
}

TEST_CASE("names of formats: what can be read, what can be written, what an ending tells") {
  using Names = std::vector<std::string>;
  CHECK(vector_format_names(FormatUse::reading) ==
        Names{"auto", "word2vec", "word2vec-bin", "glove", "fasttext", "npy"});
  CHECK(vector_format_names(FormatUse::writing) == Names{"auto", "word2vec", "word2vec-bin", "glove", "npy", "tsv"});
  CHECK(vector_format_of("a/v.txt") == "word2vec");
  CHECK(vector_format_of("v.bin") == "word2vec-bin");
  const WordVectors table = random_table(2, 2, 1);
  expect_error(ErrorCode::usage, "v.gz: the ending does not tell the format; use --to",
               [&] { write_word_vectors("v.gz", table); });
  expect_error(ErrorCode::usage,
               "fasttext: word vectors in this format can be read, not written; use one of auto, word2vec, "
               "word2vec-bin, glove, npy, tsv",
               [&] { write_word_vectors("v.bin", table, "fasttext"); });
  expect_error(ErrorCode::usage,
               "elmo: unknown format of word vectors; use one of auto, word2vec, word2vec-bin, glove, fasttext, npy",
               [] { read_word_vectors("v.bin", Run(), "elmo"); });
}
