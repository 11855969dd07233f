#include <doctest/doctest.h>

#include "couplet/base/input.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "tests/lexicon/word_tables.h"

using namespace couplet;
using namespace couplet::test;

TEST_CASE("vectors as TSV have their labels beside") {
  const TemporaryDirectory scratch;
  const WordVectors table = make_table({"red", "dark blue"}, {1, 0.5f, -0.25f, 0, 1e-20f, 3});
  write_word_vectors(scratch.file("words.tsv"), table, "tsv");
  CHECK(read_file(scratch.file("words.tsv")) == "1\t0.5\t-0.25\n0\t1e-20\t3\n");
  CHECK(read_file(scratch.file("words.labels.tsv")) == "red\ndark blue\n");

  write_word_vectors(scratch.file("auto.tsv"), table, "auto");
  CHECK(read_file(scratch.file("auto.tsv")) == read_file(scratch.file("words.tsv")));
  CHECK(tsv_labels_path("a.b/words") == "a.b/words.labels.tsv");
}

TEST_CASE("vectors as TSV: what cannot be") {
  const TemporaryDirectory scratch;
  const std::string path = scratch.file("v.tsv");
  for (const char* label : {"", "a\tb", "a\nb"}) {
    CAPTURE(label);
    const WordVectors table = make_table({"good", label}, {1, 2});
    expect_error(ErrorCode::usage, path + ": label 2 is empty or has a tab or newline; TSV cannot hold it; write npy",
                 [&] { write_word_vectors(path, table, "tsv"); });
  }
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK_FALSE(std::filesystem::exists(tsv_labels_path(path)));
  expect_error(ErrorCode::usage, "-: the labels go into a file beside the vectors; name a file ending in .tsv",
               [&] { write_word_vectors("-", make_table({"a"}, {1}), "tsv"); });
  scratch.put("v.tsv", "1\t2\n");
  expect_error(ErrorCode::usage,
               "tsv: word vectors in this format can be written, not read; use one of auto, word2vec, word2vec-bin, "
               "glove, fasttext, npy",
               [&] { read_word_vectors(path, Run(), "tsv"); });
}
