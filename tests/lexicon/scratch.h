// What the tests of this room share: a directory that goes away, small tables, and the error a call gives.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <stdlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "couplet/lexicon/word_vectors.h"

namespace couplet::test {

/// A new directory, removed with its files at the end.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "couplet-lexicon-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    directory_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  /// Writes the file and returns its path. Not synced to disk: the tests write many.
  std::string file(const std::string& name, std::string_view content) const {
    std::ofstream stream(path(name), std::ios::binary | std::ios::trunc);
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    REQUIRE(stream.flush().good());
    return path(name);
  }

 private:
  std::filesystem::path directory_;
};

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

/// The call must throw Error with this code and exactly this text.
template <class Call>
void check_error(Call&& call, ErrorCode code, const std::string& text) {
  const std::optional<Error> error = error_of(call);
  REQUIRE(error.has_value());
  CHECK(std::string(error->what()) == text);
  CHECK(error->code() == code);
}

}  // namespace couplet::test
