#include "couplet/lexicon/word_vectors.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "couplet/lexicon/subword_ngrams.h"
#include "tests/lexicon/word_tables.h"

using namespace couplet;
using namespace couplet::test;

namespace {

/// FNV-1a by the definition, byte by byte, with the sign extension of fastText.
std::int64_t bucket_of(const std::string& ngram, std::int64_t buckets) {
  std::uint32_t hash = 2166136261u;
  for (const char c : ngram) {
    hash ^= static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<signed char>(c)));
    hash *= 16777619u;
  }
  return static_cast<std::int64_t>(hash) % buckets;
}

std::vector<std::int64_t> buckets_of(const std::vector<std::string>& ngrams, std::int64_t buckets) {
  std::vector<std::int64_t> result;
  for (const std::string& ngram : ngrams) result.push_back(bucket_of(ngram, buckets));
  return result;
}

Subwords lengths(std::int32_t least, std::int32_t most) { return {least, most, 100003, {}}; }

}  // namespace

TEST_CASE("n-grams of a word with its marks, in characters") {
  CHECK(ngram_buckets("cat", lengths(3, 4)) == buckets_of({"<ca", "<cat", "cat", "cat>", "at>"}, 100003));
  CHECK(ngram_buckets("né", lengths(2, 3)) == buckets_of({"<n", "<né", "né", "né>", "é>"}, 100003));
  CHECK(ngram_buckets("東京", lengths(3, 3)) == buckets_of({"<東京", "東京>"}, 100003));
}

TEST_CASE("n-grams of one character leave the marks out") {
  CHECK(ngram_buckets("ab", lengths(1, 1)) == buckets_of({"a", "b"}, 100003));
  CHECK(ngram_buckets("", lengths(1, 1)).empty());
  CHECK(ngram_buckets("", lengths(1, 2)) == buckets_of({"<>"}, 100003));
}

TEST_CASE("words without n-grams") {
  CHECK(ngram_buckets("</s>", lengths(3, 6)).empty());
  CHECK(ngram_buckets("a", lengths(4, 6)).empty());
  CHECK(ngram_buckets("abc", lengths(3, 0)).empty());
  CHECK(ngram_buckets("abc", {3, 6, 0, {}}).empty());
  CHECK(ngram_buckets("a\x80\x80", lengths(1, 6)).size() > 0);  // stray continuation bytes do no harm
}

TEST_CASE("find gives the row of a word, and zeros for another") {
  const WordVectors table = make_table({"a", "b"}, {1, 2, 3, 4});
  std::vector<float> out{9, 9};
  CHECK(table.find("b", out));
  CHECK(out == std::vector<float>{3, 4});
  CHECK_FALSE(table.find("c", out));
  CHECK(out == std::vector<float>{0, 0});
  CHECK(table.row(0)[1] == 2);
}

TEST_CASE("find gives an unknown word the mean of its n-grams") {
  const auto owner = std::make_shared<const std::vector<float>>(std::vector<float>{1, 2, 4, 8, 16, 32});
  Vocabulary words;
  words.add("known");
  const std::vector<float> rows{7, 7};
  const Subwords subwords{3, 3, 3, *owner};
  const WordVectors table(words, 2, rows, subwords, owner);
  std::vector<float> out(2);
  CHECK(table.find("ab", out));  // "<ab", "ab>"
  const std::int64_t first = bucket_of("<ab", 3), second = bucket_of("ab>", 3);
  const auto at = [&](std::int64_t bucket, std::int64_t i) { return (*owner)[bucket * 2 + i]; };
  CHECK(out[0] == doctest::Approx((at(first, 0) + at(second, 0)) / 2));
  CHECK(out[1] == doctest::Approx((at(first, 1) + at(second, 1)) / 2));
  CHECK(table.find("known", out));
  CHECK(out == rows);
  CHECK_FALSE(table.find("", out));
  CHECK(out == std::vector<float>{0, 0});
}

TEST_CASE("a table whose parts do not fit is refused") {
  Vocabulary words;
  words.add("a");
  const std::vector<float> values{1, 2, 3};
  expect_error(ErrorCode::internal, "word vectors: 3 floats for 1 words of dimension 2",
               [&] { WordVectors(words, 2, values, std::nullopt, nullptr); });
  expect_error(ErrorCode::internal, "word vectors: 3 floats for 2 n-gram buckets of dimension 3", [&] {
    WordVectors(words, 3, values, Subwords{3, 6, 2, values}, nullptr);
  });
  const WordVectors table(words, 3, values, std::nullopt, nullptr);
  std::vector<float> out(2);
  expect_error(ErrorCode::internal, "word vectors: room for 2 values, the dimension is 3",
               [&] { table.find("a", out); });
}
