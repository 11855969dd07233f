// A small parallel corpus in two made-up languages, some of it spoilt.
#pragma once

#include <string>
#include <vector>

#include "couplet/base/random.h"
#include "tests/base/topic_texts.h"

namespace couplet {

/// Sentences of 5 to 11 of 60 words, each usually followed by one of three; the right side word for word in another
/// language, written in the letters given.
inline TextPairs made_up_corpus(std::size_t count, std::uint64_t seed = 1) {
  const auto word = [](std::int64_t number, const std::string& letters) {
    Random random(7, static_cast<std::uint64_t>(number));
    std::string text;
    for (std::int64_t k = 0, length = 3 + random.below(5); k < length; ++k)
      text += letters[static_cast<std::size_t>(random.below(std::ssize(letters)))];
    return text + letters[static_cast<std::size_t>(number) % letters.size()];
  };
  Random random(seed);
  TextPairs pairs;
  for (std::size_t i = 0; i < count; ++i) {
    std::string left, right;
    std::int64_t last = random.below(60);
    for (std::int64_t w = 5 + random.below(7); w > 0; --w) {
      last = random.below(10) == 0 ? random.below(60) : (last * 7 + 11 + random.below(3)) % 60;
      left += (left.empty() ? "" : " ") + word(last, "aeilmnorst");
      right += (right.empty() ? "" : " ") + word(last, "ouzkgdbvpy");
    }
    pairs.left.push_back(left + ".");
    pairs.right.push_back(right + ".");
  }
  return pairs;
}

/// Every seventh pair spoilt, in turn: the next one's partner, a copy, nothing, half of it, its words in another order.
/// wrong: 1 for these.
inline TextPairs spoilt_corpus(std::size_t count, std::vector<int>& wrong) {
  TextPairs pairs = made_up_corpus(count);
  wrong.assign(count, 0);
  for (std::size_t i = 0; i + 1 < count; i += 7) {
    wrong[i] = 1;
    std::string& right = pairs.right[i];
    switch (i / 7 % 4) {
      case 0:
        right = pairs.right[i + 1];
        break;
      case 1:
        right = pairs.left[i];
        break;
      case 2:
        right = i % 2 ? "" : "...";
        break;
      default:
        right = right.substr(0, right.size() / 3);
    }
  }
  return pairs;
}

}  // namespace couplet
