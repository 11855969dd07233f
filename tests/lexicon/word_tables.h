// What the tests of this room share: small tables, and the error a call gives.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "couplet/lexicon/word_vectors.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

namespace couplet::test {

inline WordVectors make_table(const std::vector<std::string>& words, std::vector<float> values) {
  Vocabulary vocabulary;
  for (const std::string& word : words) vocabulary.add(word);
  const auto dimension = static_cast<std::int64_t>(values.size() / words.size());
  const auto owner = std::make_shared<const std::vector<float>>(std::move(values));
  return WordVectors(std::move(vocabulary), dimension, *owner, std::nullopt, owner);
}

/// Seeded normal values, words "w0", "w1", ...
inline WordVectors random_table(std::int64_t words, std::int64_t dimension, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::string> names;
  std::vector<float> values;
  for (std::int64_t i = 0; i < words; ++i) names.push_back(fmt::format("w{}", i));
  for (std::int64_t i = 0; i < words * dimension; ++i) values.push_back(static_cast<float>(random.normal()));
  return make_table(names, std::move(values));
}

inline void check_equal(const WordVectors& a, const WordVectors& b) {
  REQUIRE(a.size() == b.size());
  REQUIRE(a.dimension() == b.dimension());
  for (std::int64_t i = 0; i < a.size(); ++i) REQUIRE(a.words().word(i) == b.words().word(i));
  CHECK(std::vector<float>(a.values().begin(), a.values().end()) ==
        std::vector<float>(b.values().begin(), b.values().end()));
}

/// The Error that `call` throws; nothing when it does not throw.
template <class Call>
std::optional<Error> error_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

}  // namespace couplet::test
