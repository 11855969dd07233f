#include "couplet/methods/cooccurrence/pair_sample.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <set>

#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

PairSample::Entry entry(const std::string& left, const std::string& right) {
  const std::uint64_t key = PairSample::key_of(left, right);
  return {key, VectorD::Constant(2, static_cast<double>(key % 97)), VectorD::Constant(3, static_cast<double>(key % 89)),
          left, right};
}

std::vector<std::uint64_t> keys_of(const PairSample& sample) {
  std::vector<std::uint64_t> keys;
  for (const auto& one : sample.entries()) keys.push_back(one.key);
  return keys;
}

PairSample sample_of_numbers(const std::vector<int>& pairs, Index capacity) {
  PairSample sample(capacity);
  for (const int pair : pairs) sample.offer(entry(std::to_string(pair), "right"));
  return sample;
}

}  // namespace

TEST_CASE("the sample is the distinct pairs of smallest hash, in whatever order and shards they come") {
  CHECK(rc::check("shards", [] {
    auto pairs = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 40));
    const auto capacity = *rc::gen::inRange<Index>(1, 12);
    std::set<std::uint64_t> all;
    for (const int pair : pairs) all.insert(PairSample::key_of(std::to_string(pair), "right"));
    std::vector<std::uint64_t> expected(all.begin(), all.end());
    if (static_cast<Index>(expected.size()) > capacity) expected.resize(capacity);

    const auto cut = pairs.begin() + static_cast<std::ptrdiff_t>(pairs.size() / 3);
    PairSample merged = sample_of_numbers({cut, pairs.end()}, capacity);
    merged.add(sample_of_numbers({pairs.begin(), cut}, capacity));
    RC_ASSERT(keys_of(merged) == expected);
    std::reverse(pairs.begin(), pairs.end());
    RC_ASSERT(keys_of(sample_of_numbers(pairs, capacity)) == expected);
  }));
}

TEST_CASE("a removed pair leaves the sample") {
  PairSample sample = sample_of_numbers({1, 2, 3, 4, 5}, 10);
  sample.remove(sample_of_numbers({2, 4, 77}, 10));
  CHECK(keys_of(sample) == keys_of(sample_of_numbers({1, 3, 5}, 10)));
}

TEST_CASE("a sample without room takes nothing") {
  PairSample none(0);
  none.offer(entry("a", "b"));
  CHECK(none.size() == 0);
  CHECK(none.threshold() == 0);
  CHECK(none.left().rows() == 0);
}

TEST_CASE("the two texts of a key are not mixed up") {
  CHECK(PairSample::key_of("a", "b") != PairSample::key_of("b", "a"));
  CHECK(PairSample::key_of("ab", "") != PairSample::key_of("a", "b"));
}

TEST_CASE("saved and loaded, with the texts of the first few only") {
  const TemporaryDirectory directory;
  const PairSample sample = sample_of_numbers({1, 2, 3, 4, 5}, 10);
  ModelWriter writer(plain_header());
  sample.write(writer, 2);
  writer.write(directory.file("sample"));
  const ModelFile file(directory.file("sample"));
  const PairSample loaded = PairSample::load(file, 10, 2, 3);
  CHECK(keys_of(loaded) == keys_of(sample));
  CHECK(loaded.left() == sample.left());
  CHECK(loaded.right() == sample.right());
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(loaded.entries()[i].left_text == (i < 2 ? sample.entries()[i].left_text : ""));
    CHECK(loaded.entries()[i].right_text == (i < 2 ? "right" : ""));
  }
  expect_error(ErrorCode::model, "sample: its keys or texts are out of order; fit the model again",
               [&] { PairSample::load(file, 3, 2, 3); });
  CHECK_THROWS_AS(PairSample::load(file, 10, 3, 3), Error);
}

TEST_CASE("an empty sample writes nothing and reads back as empty") {
  const TemporaryDirectory directory;
  ModelWriter writer(plain_header());
  PairSample(5).write(writer, 5);
  writer.add("something", std::vector<double>{1}, {1});
  writer.write(directory.file("sample"));
  CHECK(PairSample::load(ModelFile(directory.file("sample")), 5, 2, 3).size() == 0);
}
