#include <doctest/doctest.h>

#include <limits>

#include "couplet/base/npy.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "tests/lexicon/word_tables.h"

using namespace couplet;
using namespace couplet::test;

namespace {

/// A float32 matrix whose header is padded to any length: old and foreign writers do not align it.
std::string npy_with_padding(std::int64_t rows, std::int64_t columns, std::span<const float> values,
                             std::size_t padding) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                       std::to_string(columns) + "), }" + std::string(padding, ' ') + "\n";
  std::string npy("\x93NUMPY\x01\x00", 8);
  npy += static_cast<char>(header.size() & 0xff);
  npy += static_cast<char>(header.size() >> 8);
  return npy + header + std::string(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

}  // namespace

TEST_CASE("npy at every alignment") {
  const TemporaryDirectory scratch;
  const WordVectors table = random_table(20, 3, 8);
  std::string words;
  for (std::int64_t i = 0; i < 20; ++i) words.append(table.words().word(i)).append("\n");
  scratch.put("v.txt", words);
  for (std::size_t padding = 0; padding < 8; ++padding)
    check_equal(read_word_vectors(scratch.put("v.npy", npy_with_padding(20, 3, table.values(), padding)), Run()),
                table);
}

TEST_CASE("npy of doubles, words in .vocab, told by content under another name") {
  const TemporaryDirectory scratch;
  const std::vector<double> values{0.1, 0.2, 0.3, 0.4};
  write_npy(scratch.file("v.matrix"), values, 2, 2);
  scratch.put("v.vocab", "a b\nc\n");
  check_equal(read_word_vectors(scratch.file("v.matrix"), Run()), make_table({"a b", "c"}, {0.1f, 0.2f, 0.3f, 0.4f}));
}

TEST_CASE("the first of equal words is kept in npy") {
  const TemporaryDirectory scratch;
  const std::vector<float> values{1, 2, 3};
  write_npy(scratch.file("v.npy"), values, 3, 1);
  scratch.put("v.txt", "a\na\nb\n");
  check_equal(read_word_vectors(scratch.file("v.npy"), Run()), make_table({"a", "b"}, {1, 3}));
}

TEST_CASE("words beside an npy that are no UTF-8 are refused") {
  const TemporaryDirectory scratch;
  for (const bool doubles : {false, true}) {
    if (doubles)
      write_npy(scratch.file("v.npy"), std::vector<double>{1, 2}, 2, 1);
    else
      write_npy(scratch.file("v.npy"), std::vector<float>{1, 2}, 2, 1);
    const std::string list = scratch.put("v.vocab", "a\ncaf\xE9\n");
    expect_error(ErrorCode::data,
                 list + ":2: invalid UTF-8 at byte 4 (0xE9); convert it, e.g. with iconv -f latin1 -t utf8",
                 [&] { read_word_vectors(scratch.file("v.npy"), Run()); });
  }
}

TEST_CASE("wrong npy files") {
  const TemporaryDirectory scratch;
  const std::string path = scratch.file("v.npy"), list = scratch.file("v.vocab");
  std::vector<float> values{1, 2, 3, 4};
  write_npy(path, values, 2, 2);
  expect_error(ErrorCode::io, path + ": no list of words beside it; put the words, one a line, into " + list,
               [&] { read_word_vectors(path, Run()); });
  scratch.put("v.vocab", "a\nb\nc\n");
  expect_error(ErrorCode::data,
               list + ": 3 words, " + path + " has 2 rows; is one of them truncated, or of another run?",
               [&] { read_word_vectors(path, Run()); });
  scratch.put("v.vocab", "a\nb\n");
  values[2] = std::numeric_limits<float>::quiet_NaN();
  write_npy(path, values, 2, 2);
  expect_error(ErrorCode::data, path + ": row 2, column 1 is not a finite float",
               [&] { read_word_vectors(path, Run()); });
  scratch.put("v.npy", npy_with_padding(2, 0, {}, 0));
  const auto error = error_of([&] { read_word_vectors(path, Run()); });
  REQUIRE(error.has_value());
  CHECK(error->code() == ErrorCode::data);
}

TEST_CASE("npy cannot be written under any name or with newlines in words") {
  const TemporaryDirectory scratch;
  expect_error(ErrorCode::usage,
               scratch.file("v.txt") + ": the name must end in .npy; the words go beside it, into .vocab",
               [&] { write_word_vectors(scratch.file("v.txt"), random_table(2, 2, 1), "npy"); });
  expect_error(ErrorCode::usage, scratch.file("v.npy") + ": word 1 has a newline; a list of words cannot hold it",
               [&] { write_word_vectors(scratch.file("v.npy"), make_table({"a\nb"}, {1}), "npy"); });
  CHECK_FALSE(std::filesystem::exists(scratch.file("v.npy")));
}
