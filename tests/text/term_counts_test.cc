#include "couplet/text/term_counts.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <string>

#include "couplet/base/segment.h"
#include "tests/base/thread_team.h"

using namespace couplet;

namespace {

using Views = std::vector<std::string_view>;
using Counts = std::map<std::string, double>;

/// The counts of a text by word; checks that no word stands there twice.
Counts counts_of(const TermCounts& all, std::int64_t text) {
  Counts counts;
  for (std::int64_t e = all.offsets[text]; e < all.offsets[text + 1]; ++e)
    CHECK(counts.emplace(all.words.word(all.terms[e]), all.counts[e]).second);
  return counts;
}

}  // namespace

TEST_CASE("texts as counts: terms as they occur, the texts they are in, lengths") {
  TermCounts all;
  all.add(Views{"b", "a", "b"});
  all.add(Views{});
  all.add(Views{"c", "b"});
  CHECK(all.texts == 3);
  CHECK(all.terms == std::vector<std::int32_t>{0, 1, 2, 0});
  CHECK(all.counts == std::vector<float>{2, 1, 1, 1});
  CHECK(all.offsets == std::vector<std::int64_t>{0, 2, 2, 4});
  CHECK(all.frequencies == std::vector<std::int64_t>{2, 1, 1});
  CHECK(all.lengths == std::vector<std::int64_t>{3, 0, 2});
  CHECK(all.mean_length() == doctest::Approx(5.0 / 3));
  CHECK(TermCounts().mean_length() == 0);

  TermCounts numbered;
  numbered.words = all.words;
  numbered.add(std::vector<std::int32_t>{0, 1, 0});
  CHECK(counts_of(numbered, 0) == counts_of(all, 0));
  CHECK(numbered.frequencies == std::vector<std::int64_t>{1, 1, 0});

  numbered.append_text(all, 2);
  CHECK(counts_of(numbered, 1) == counts_of(all, 2));
  CHECK(numbered.frequencies == std::vector<std::int64_t>{2, 1, 1});
  CHECK(numbered.lengths.back() == 2);
}

TEST_CASE("blocks counted apart and appended are as counted at once") {
  CHECK(rc::check("any blocks", [](const std::vector<std::vector<std::uint8_t>>& texts, std::uint8_t size) {
    const std::string letters = "abcdefg";
    TermCounts all, appended, block, forgetful;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      Views tokens;
      for (const std::uint8_t letter : texts[i]) tokens.push_back(std::string_view(letters).substr(letter % 7, 1));
      all.add(tokens);
      block.add(tokens);
      if (i % (size % 5 + 1) > 0 && i + 1 < texts.size()) continue;
      appended.append(block);
      forgetful.append(block);
      forgetful.forget_texts();
      block = {};
    }
    RC_ASSERT(appended.terms == all.terms);
    RC_ASSERT(appended.counts == all.counts);
    RC_ASSERT(appended.offsets == all.offsets);
    RC_ASSERT(appended.lengths == all.lengths);
    RC_ASSERT(appended.frequencies == all.frequencies);
    RC_ASSERT(appended.texts == all.texts);
    RC_ASSERT(std::ranges::equal(appended.words.bytes(), all.words.bytes()));
    RC_ASSERT(forgetful.frequencies == all.frequencies);
    RC_ASSERT(forgetful.texts == all.texts);
    RC_ASSERT(forgetful.terms.empty());
  }));
}

TEST_CASE("counting goes on after texts are forgotten") {
  TermCounts all;
  all.add(Views{"a", "b"});
  all.forget_texts();
  all.add(Views{"a", "a"});
  CHECK(all.terms == std::vector<std::int32_t>{0});
  CHECK(all.counts == std::vector<float>{2});
  CHECK(all.frequencies == std::vector<std::int64_t>{2, 1});
  CHECK(all.texts == 2);
}

TEST_CASE("terms that are in enough texts and not in too many, numbered anew") {
  TermCounts all;
  for (const Views& text : {Views{"all", "rare"}, Views{"all", "some", "some"}, Views{"some", "all"}}) all.add(text);
  const ChosenTerms chosen = frequent_terms(all, 2, 2);
  CHECK(chosen.words.size() == 1);
  CHECK(chosen.words.find("some") == 0);
  CHECK(chosen.frequencies == std::vector<std::int64_t>{2});
  CHECK(chosen.number == std::vector<std::int32_t>{-1, -1, 0});
  CHECK(frequent_terms(all, 1, 3).words.size() == 3);
}

TEST_CASE("words of a team: numbered as by one process, texts stay") {
  const std::vector<Views> texts = {{"b", "a", "b"}, {}, {"c", "b"}, {"a", "d"}, {"e"}};
  TermCounts all;
  for (const Views& text : texts) all.add(text);
  for (const int size : {1, 2, 7}) {
    const auto counts = in_team(size, [&](Team& team) {
      TermCounts own;
      const auto [first, last] = share_of(5, team.rank(), size);
      for (std::int64_t i = first; i < last; ++i) own.add(texts[i]);
      own.share_words(team);
      own.add(Views{"b"});  // it goes on as any other
      return own;
    });
    for (int rank = 0; rank < size; ++rank) {
      const auto [first, last] = share_of(5, rank, size);
      CHECK(counts[rank].texts == last - first + 1);
      CHECK(counts[rank].words.size() == 5);
      for (std::int64_t word = 0; word < 5; ++word) CHECK(counts[rank].words.word(word) == all.words.word(word));
      CHECK(counts[rank].frequencies == std::vector<std::int64_t>{3, 2, 1, 1, 1});
      for (std::int64_t i = first; i < last; ++i) CHECK(counts_of(counts[rank], i - first) == counts_of(all, i));
    }
  }
}
