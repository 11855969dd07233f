#include <doctest/doctest.h>

#include "couplet/base/input.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "tests/base/compress.h"
#include "tests/base/warnings.h"
#include "tests/lexicon/word_tables.h"

using namespace couplet;
using namespace couplet::test;

TEST_CASE("GloVe text") {
  const TemporaryDirectory scratch;
  const Run run;
  const std::string path = scratch.put("v.txt", "the 1 2\n. . . 3 4\nnaïve -0.5 1e-3\n");
  check_equal(read_word_vectors(path, run), make_table({"the", ". . .", "naïve"}, {1, 2, 3, 4, -0.5f, 1e-3f}));
}

TEST_CASE("word2vec text: header, blanks at the ends, carriage returns, byte-order mark") {
  const TemporaryDirectory scratch;
  const Run run;
  const WordVectors expected = make_table({"a", "b"}, {1, 2, 3, 4});
  for (const char* text : {"2 2\na 1 2\nb 3 4\n", "2 2 \na 1 2 \nb 3 4 \n", "2 2\r\na 1 2\r\nb 3 4",
                           "\xEF\xBB\xBF"
                           "2 2\na 1 2\nb 3 4"})
    check_equal(read_word_vectors(scratch.put("v.txt", text), run), expected);
}

TEST_CASE("the format said decides what the first line is") {
  const TemporaryDirectory scratch;
  const Run run;
  const std::string path = scratch.put("v.txt", "1 2\n3 4\n");
  check_equal(read_word_vectors(path, run, "glove"), make_table({"1", "3"}, {2, 4}));
  expect_error(ErrorCode::data,
               scratch.file("g.txt") + ":1: no header with the number of words and the dimension; read it as glove",
               [&] { read_word_vectors(scratch.put("g.txt", "a 1 2\n"), run, "word2vec"); });
}

TEST_CASE("the first of equal words is kept, and a warning given") {
  const TemporaryDirectory scratch;
  Warnings warnings;
  Run run;
  run.observer = &warnings;
  check_equal(read_word_vectors(scratch.put("v.txt", "4 1\na 1\nb 2\na 3\na 4\n"), run),
              make_table({"a", "b"}, {1, 2}));
  CHECK(warnings.messages == std::vector<std::string>{"2 words occur more than once; the first vector is kept"});
}

TEST_CASE("no words, but a header") {
  const TemporaryDirectory scratch;
  const WordVectors table = read_word_vectors(scratch.put("v.txt", "0 3\n"), Run());
  CHECK(table.size() == 0);
  CHECK(table.dimension() == 3);
}

TEST_CASE("wrong text files") {
  const TemporaryDirectory scratch;
  const auto check = [&](std::string_view text, const std::string& message) {
    const std::string path = scratch.put("v.txt", text);
    expect_error(ErrorCode::data, path + message, [&] { read_word_vectors(path, Run()); });
  };
  check("", ": the file is empty");
  check("the\n", ":1: no numbers after the first word; is this a file of word vectors?");
  check("1 1\ncaf\xE9 1\n", ":2: invalid UTF-8 at byte 4 (0xE9); convert it, e.g. with iconv -f latin1 -t utf8");
  check("3 0\n", ":1: the header says dimension 0; is this a file of word vectors?");
  check("3 2\na 1 2\nb 1 2\n", ": the header says 3 words, the file has 2; is it truncated?");
  check("1 2\na 1 2\nb 1 2\n", ": the header says 1 words, the file has 2");
  check("2 2\na 1 2\nb 1\n", ":3: 1 value, expected 2; is the line damaged or cut short?");
  check("a 1 2\nb 1 2\n\nc 1 2\n", ":3: 0 values, expected 2; is the line damaged or cut short?");
  check("a 1 2\nb 1 nan\n", ":2: value 2 is \"nan\", not a finite number; is the line damaged or cut short?");
  check("the 0.1 0.x 0.3\nof 0.1 0.2 0.3\n", ":2: 3 values, expected 1; is the line damaged or cut short?");
  check("9000000000000000000 9000000000000000000\na 1\n",
        ":1: the header says dimension 9000000000000000000; is this a file of word vectors?");
  expect_error(ErrorCode::io, scratch.file("none.txt") + ": cannot open: No such file or directory",
               [&] { read_word_vectors(scratch.file("none.txt"), Run()); });
}

TEST_CASE("many blocks of lines: any number of threads, the same table and the same error") {
  const TemporaryDirectory scratch;
  const WordVectors table = random_table(3000, 7, 5);
  const std::string path = scratch.file("v.txt");
  write_word_vectors(path, table, "word2vec");
  const std::string text = read_file(path);
  std::string damaged = text;
  for (const char* word : {"\nw700 ", "\nw1500 ", "\nw2900 "}) damaged.insert(damaged.find(word) + 1, "x\n");
  const std::string damaged_path = scratch.put("damaged.txt", damaged);
  for (const int threads : {1, 2, 3}) {
    Run run;
    run.pool = Pool(threads);
    check_equal(read_word_vectors(path, run), table);
    expect_error(ErrorCode::data, damaged_path + ":702: 0 values, expected 7; is the line damaged or cut short?",
                 [&] { read_word_vectors(damaged_path, run); });
  }
}

TEST_CASE("compressed text, whole and cut short") {
  const TemporaryDirectory scratch;
  const WordVectors table = random_table(500, 5, 6);
  write_word_vectors(scratch.file("v.txt"), table, "glove");
  const std::string packed = xz(read_file(scratch.file("v.txt")));
  check_equal(read_word_vectors(scratch.put("v.txt.xz", packed), Run()), table);
  for (std::size_t size = 6; size < packed.size(); size += packed.size() / 20) {
    const std::string path = scratch.put("cut.xz", packed.substr(0, size));
    const auto error = error_of([&] { read_word_vectors(path, Run()); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::data);
  }
}

TEST_CASE("a table larger than the memory allowed") {
  const TemporaryDirectory scratch;
  write_word_vectors(scratch.file("v.txt"), random_table(500, 50, 7), "glove");
  Run run;
  run.memory = MemoryBudget(10000);
  const auto error = error_of([&] { read_word_vectors(scratch.file("v.txt"), run); });
  REQUIRE(error.has_value());
  CHECK(error->code() == ErrorCode::io);
}

TEST_CASE("a stop request ends reading") {
  const TemporaryDirectory scratch;
  StopToken stop;
  stop.request();
  Run run;
  run.stop = &stop;
  const auto error = error_of([&] { read_word_vectors(scratch.put("v.txt", "a 1\n"), run); });
  REQUIRE(error.has_value());
  CHECK(error->code() == ErrorCode::interrupted);
}

TEST_CASE("words that text cannot hold are refused, and nothing is written") {
  const TemporaryDirectory scratch;
  const std::string path = scratch.file("v.txt");
  expect_error(ErrorCode::usage, path + ": text vectors cannot hold the word \"b 5\"; write npy", [&] {
    write_word_vectors(path, make_table({"a", "b 5"}, {1, 2}), "glove");
  });
  CHECK_FALSE(std::filesystem::exists(path));
}
