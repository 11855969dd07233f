#include <doctest/doctest.h>

#include <cstring>
#include <limits>

#include "couplet/lexicon/word_vectors_io.h"
#include "tests/lexicon/word_tables.h"

using namespace couplet;
using namespace couplet::test;

namespace {

std::string floats(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

}  // namespace

TEST_CASE("word2vec binary, with and without newlines between the rows") {
  const TemporaryDirectory scratch;
  const WordVectors expected = make_table({"a", "b"}, {0.1f, 0.2f, 0.3f, 0.4f});
  const std::string with = "2 2\na " + floats({0.1f, 0.2f}) + "\nb " + floats({0.3f, 0.4f}) + "\n";
  const std::string without = "2 2\na " + floats({0.1f, 0.2f}) + "b " + floats({0.3f, 0.4f});
  for (const std::string& content : {with, without}) {
    const std::string path = scratch.put("v.bin", content);
    check_equal(read_word_vectors(path, Run()), expected);
    check_equal(read_word_vectors(path, Run(), "word2vec-bin"), expected);
  }
}

TEST_CASE("values whose bytes look like blanks and newlines") {
  const TemporaryDirectory scratch;
  float blanks, newlines;
  std::memcpy(&blanks, "    ", 4);
  std::memcpy(&newlines, "\n\n\n\n", 4);
  const WordVectors table = make_table({"a", "b"}, {blanks, newlines, newlines, blanks});
  write_word_vectors(scratch.file("v.bin"), table, "word2vec-bin");
  check_equal(read_word_vectors(scratch.file("v.bin"), Run(), "word2vec-bin"), table);
}

TEST_CASE("the first of equal words is kept in binary") {
  const TemporaryDirectory scratch;
  const std::string path = scratch.put("v.bin", "2 1\na " + floats({0.1f}) + "\na " + floats({0.2f}) + "\n");
  check_equal(read_word_vectors(path, Run()), make_table({"a"}, {0.1f}));
}

TEST_CASE("wrong binary files") {
  const TemporaryDirectory scratch;
  const auto check = [&](const std::string& content, const std::string& message) {
    const std::string path = scratch.put("v.bin", content);
    expect_error(ErrorCode::data, path + message, [&] { read_word_vectors(path, Run(), "word2vec-bin"); });
  };
  const std::string first = "a " + floats({0.1f, 0.2f}) + "\n";
  check("", ": no header with the number of words and the dimension; is this word2vec binary?");
  check("1 1\ncaf\xE9 " + floats({0.1f}),
        ", word 1: invalid UTF-8 at byte 4 (0xE9); convert it, e.g. with iconv -f latin1 -t utf8");
  check("2 0\n", ": no header with the number of words and the dimension; is this word2vec binary?");
  check(std::string(1000, 'x'), ": no header with the number of words and the dimension; is this word2vec binary?");
  check("2 2\n" + first, ": the header says 2 words, the file ends at word 2; is it truncated?");
  check("2 2\n" + first + "b", ": the header says 2 words, the file ends at word 2; is it truncated?");
  check("2 2\n" + first + "b " + floats({0.1f}) + "xx",
        ": the file ends within word 2, after 1 of its 2 values; is it truncated?");
  check("1 2\n" + first + first, ": the header says 1 words, the file goes on after them; is the file damaged?");
  check("1 2\na " + floats({1, std::numeric_limits<float>::infinity()}),
        ": value 2 of word 1 is not finite; is the file damaged?");
  check("1 2\n" + std::string(100000, 'x'), ": word 1 has no end; is this word2vec binary?");
  check("9000000000000000000 9000000000000000000\na " + floats({1, 2}),
        ": no header with the number of words and the dimension; is this word2vec binary?");
}

TEST_CASE("words that binary cannot hold are refused") {
  const TemporaryDirectory scratch;
  const std::string path = scratch.file("v.bin");
  expect_error(ErrorCode::usage, path + ": word2vec binary cannot hold the word \"a b\"; write npy", [&] {
    write_word_vectors(path, make_table({"a b"}, {1, 2}), "word2vec-bin");
  });
  CHECK_FALSE(std::filesystem::exists(path));
}
