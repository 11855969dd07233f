// What `fit phsic --tune` learns from and what it is judged by.
#include "couplet/methods/cooccurrence/tuning_pairs.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

void put(TextPairs& pairs, const std::string& left, const std::string& right) {
  pairs.left.push_back(left);
  pairs.right.push_back(right);
}

TuningPairs split(const TextPairs& pairs) {
  std::vector<std::vector<std::string>> columns{pairs.left, pairs.right};
  return split_for_tuning(columns_in_memory(std::move(columns)), "", Run());
}

std::set<std::pair<std::string, std::string>> learned_from(const TuningPairs& parts) {
  std::set<std::pair<std::string, std::string>> result;
  PairInput input(parts.learned, "3");
  while (const auto batch = input.next(4096))
    for (Index i = 0; i < batch->size(); ++i) result.emplace(batch->left.texts[i], batch->right.texts[i]);
  return result;
}

}  // namespace

TEST_CASE("lines that come again and replies that many lines have are on one side of the split only") {
  TextPairs pairs;
  for (int line = 0; line < 300; ++line)
    for (const char* reply : {"a", "b", "c"})
      put(pairs, fmt::format("line {}", line),
          line % 3 == 0 ? std::string("yes ") + reply : fmt::format("reply {} {}", line, reply));
  const TuningPairs parts = split(pairs);
  const auto& left = parts.held_out.left.texts;
  const auto& right = parts.held_out.right.texts;
  const auto learned = learned_from(parts);
  CHECK(left.size() == 99);  // a tenth and ten, in whole lines
  CHECK(std::ssize(learned) == parts.learned_pairs);
  CHECK(parts.learned_pairs + parts.left_out + std::ssize(left) == 900);
  CHECK(parts.left_out > 0);
  const std::set<std::string> lines(left.begin(), left.end()), replies(right.begin(), right.end());
  CHECK(std::none_of(learned.begin(), learned.end(),
                     [&](const auto& pair) { return lines.contains(pair.first) || replies.contains(pair.second); }));
}

TEST_CASE("another reply to the same line is no wrong candidate") {
  TextPairs pairs;
  for (int line = 0; line < 60; ++line)
    for (int reply = 0; reply < 10; ++reply)
      put(pairs, fmt::format("line {}", line), fmt::format("reply {}", line / 2 * 10 + reply));
  const TuningPairs parts = split(pairs);
  const auto& left = parts.held_out.left.texts;
  const auto& right = parts.held_out.right.texts;
  std::map<std::string, std::set<std::string>> right_ones;
  for (std::size_t i = 0; i < left.size(); ++i) right_ones[left[i]].insert(right[i]);
  REQUIRE(parts.candidates.size() == left.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto& list = parts.candidates[i];
    REQUIRE(list.size() == 10);
    CHECK(list[0] == static_cast<Index>(i));
    for (std::size_t j = 1; j < list.size(); ++j) CHECK_FALSE(right_ones[left[i]].contains(right[list[j]]));
  }
}

TEST_CASE("texts that are all alike cannot be split") {
  TextPairs one_line, one_reply;
  for (int i = 0; i < 100; ++i) {
    put(one_line, "line", fmt::format("reply {}", i));
    put(one_reply, fmt::format("line {}", i), "reply");
  }
  for (const TextPairs& pairs : {one_line, one_reply})
    expect_error(ErrorCode::data,
                 "the rows given: its texts repeat too often for parts without a text in common; leave --tune out, and "
                 "choose by "
                 "eval on data of your own",
                 [&] { split(pairs); });
}
