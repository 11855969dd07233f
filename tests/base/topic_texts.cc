#include "tests/base/topic_texts.h"

#include <fmt/format.h>

#include <set>

#include "couplet/base/random.h"

namespace couplet {
namespace {

constexpr int topics = 8, words_a_topic = 12;

std::string topic_text(char side, int topic, Random& random) {
  std::string text;
  const auto length = 4 + random.below(6);
  for (std::int64_t i = 0; i < length; ++i)
    text += fmt::format("{}{}{}w{}", i ? " " : "", side,
                        random.uniform() < 0.8 ? topic : static_cast<int>(random.below(topics)),
                        random.below(words_a_topic));
  return text;
}

}  // namespace

TextPairs topic_texts(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  TextPairs pairs;
  std::set<std::string> seen;
  while (pairs.left.size() < count) {
    const int topic = static_cast<int>(random.below(topics));
    std::string left = topic_text('l', topic, random), right = topic_text('r', topic, random);
    if (!seen.insert(left + "\t" + right).second) continue;
    pairs.left.push_back(std::move(left));
    pairs.right.push_back(std::move(right));
  }
  return pairs;
}

TextPairs part_of(const TextPairs& pairs, std::size_t first, std::size_t count) {
  const auto slice = [&](const std::vector<std::string>& side) {
    const auto begin = side.begin() + static_cast<std::ptrdiff_t>(first);
    return std::vector<std::string>(begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  return {slice(pairs.left), slice(pairs.right)};
}

std::string tsv_of(const TextPairs& pairs) {
  std::string lines;
  for (std::size_t i = 0; i < pairs.left.size(); ++i) lines += pairs.left[i] + "\t" + pairs.right[i] + "\n";
  return lines;
}

std::string topic_vectors(int dimension, std::uint64_t seed) {
  Random random(seed);
  std::string lines;
  for (const char side : {'l', 'r'})
    for (int topic = 0; topic < topics; ++topic)
      for (int word = 0; word < words_a_topic; ++word) {
        lines += fmt::format("{}{}w{}", side, topic, word);
        for (int d = 0; d < dimension; ++d)
          lines += fmt::format(" {:.6f}", random.normal() + (d % topics == topic ? 1.5 : 0));
        lines += "\n";
      }
  return lines;
}

}  // namespace couplet
