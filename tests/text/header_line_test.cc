#include "couplet/text/header_line.h"

#include <doctest/doctest.h>

using namespace couplet;

namespace {

const std::vector<std::string> sentences(5, "a man sleeps\ta man is asleep\t1");
const std::vector<std::string> word_pairs(5, "hot\tcold\t1");

}  // namespace

TEST_CASE("a first line that calls every column as people do is a header; data is none") {
  CHECK(looks_like_header("sentence1\tsentence2", sentences, {0, 1}));
  CHECK(looks_like_header("Question\tAnswer\tlabel", word_pairs, {0, 1, 2}));
  CHECK(looks_like_header("id\ten\tfr", sentences, {1, 2}));
  CHECK_FALSE(looks_like_header("hot\tcold", word_pairs, {0, 1}));
  CHECK_FALSE(looks_like_header("hello\thow are you", sentences, {0, 1}));
  CHECK_FALSE(looks_like_header("a question\tan answer", sentences, {0, 1}));
}

TEST_CASE("one such name is enough where no line below has a word a column") {
  CHECK(looks_like_header("sentence1\tfoo", sentences, {0, 1}));
  CHECK_FALSE(looks_like_header("source\tspring", word_pairs, {0, 1}));
  CHECK_FALSE(looks_like_header("source\tspring", std::vector<std::string>(2, "a b\tc d"), {0, 1}));  // too few lines
  CHECK_FALSE(looks_like_header("answer\tthat is it", sentences, {0, 1}));
}
