#include "couplet/text/vocabulary.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "tests/base/expect_error.h"

using namespace couplet;

TEST_CASE("words are numbered in the order they come") {
  Vocabulary vocabulary;
  CHECK(vocabulary.size() == 0);
  CHECK(vocabulary.find("a") == -1);
  CHECK(vocabulary.add("b") == 0);
  CHECK(vocabulary.add("") == 1);
  CHECK(vocabulary.add("a") == 2);
  CHECK(vocabulary.add("b") == 0);
  CHECK(vocabulary.size() == 3);
  CHECK(vocabulary.word(1).empty());
  CHECK(vocabulary.find("a") == 2);
  CHECK(vocabulary.find("ab") == -1);
  CHECK(std::string(vocabulary.bytes().begin(), vocabulary.bytes().end()) == "ba");
}

TEST_CASE("a vocabulary does what a map does") {
  CHECK(rc::check("against std::unordered_map", [](const std::vector<std::uint16_t>& numbers) {
    Vocabulary vocabulary;
    std::unordered_map<std::string, std::int64_t> expected;
    for (const std::uint16_t number : numbers) {
      const std::string word = std::to_string(number % 500);
      const std::int64_t given = expected.emplace(word, static_cast<std::int64_t>(expected.size())).first->second;
      RC_ASSERT(vocabulary.add(word) == given);
    }
    RC_ASSERT(vocabulary.size() == static_cast<std::int64_t>(expected.size()));
    const Vocabulary copy(vocabulary.bytes(), vocabulary.offsets());
    for (const auto& [word, number] : expected) {
      RC_ASSERT(vocabulary.find(word) == number);
      RC_ASSERT(copy.find(word) == number);
      RC_ASSERT(copy.word(number) == word);
    }
  }));
}

TEST_CASE("fifty thousand words, added through views into the vocabulary itself") {
  Vocabulary vocabulary;
  for (int i = 0; i < 50'000; ++i) vocabulary.add(fmt::format("w{}", i));
  for (int i = 0; i < 1000; ++i) vocabulary.add(vocabulary.word(i).substr(1));  // "0", "1", ...
  CHECK(vocabulary.size() == 51'000);
  CHECK(vocabulary.word(49'999) == "w49999");
  CHECK(vocabulary.find("w31415") == 31'415);
  CHECK(vocabulary.word(50'999) == "999");
  CHECK(vocabulary.find("999") == 50'999);
}

TEST_CASE("a damaged arena is refused") {
  const std::string bytes = "abab";
  const auto make = [&](std::vector<std::int64_t> offsets) { Vocabulary(bytes, offsets); };
  expect_error(ErrorCode::model, "vocabulary: no offsets", [&] { make({}); });
  expect_error(ErrorCode::model, "vocabulary: the first offset is 1, expected 0", [&] { make({1, 4}); });
  expect_error(ErrorCode::model, "vocabulary: offset 2 is smaller than the one before it", [&] { make({0, 3, 2, 4}); });
  expect_error(ErrorCode::model, "vocabulary: the last offset is 3, but there are 4 bytes", [&] { make({0, 3}); });
  expect_error(ErrorCode::model, "vocabulary: the last offset is 9, but there are 4 bytes", [&] { make({0, 9}); });
  expect_error(ErrorCode::model, "vocabulary: words 0 and 1 are the same", [&] { make({0, 2, 4}); });
}
