// Counts of all n-grams of a text up to an order, as a trie that is entered by the last word.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/language/language_text.h"

namespace couplet {

/// The n-grams of one order. An n-gram w1 .. wn is a child of w2 .. wn; the children of one n-gram stand together,
/// ascending by w1. Of unigrams there is one for every word of the vocabulary, in order.
struct CountLevel {
  std::vector<std::int32_t> words;        // w1
  std::vector<std::int32_t> parents;      // number of w2 .. wn one level up
  std::vector<std::int32_t> histories;    // number of w1 .. wn-1 one level up
  std::vector<std::uint64_t> counts;      // how often it occurs
  std::vector<std::int32_t> first_child;  // of each, and the end: size + 1; empty in the last level
  std::size_t size() const { return words.size(); }
  /// Different words that stand before it in the text.
  std::uint64_t children(std::size_t node) const {
    return static_cast<std::uint64_t>(first_child[node + 1] - first_child[node]);
  }
};

struct CountTrie {
  std::vector<CountLevel> levels;  // levels[n - 1]: the n-grams
  int order() const { return static_cast<int>(levels.size()); }
};

/// The place of `word` among the ascending words [begin, end) of a level; -1 when it is not there.
inline std::int64_t find_child(std::span<const std::int32_t> words, std::int64_t begin, std::int64_t end,
                               std::int32_t word) {
  const std::int32_t* base = words.data() + begin;
  for (std::int64_t length = end - begin; length > 1;) {
    const std::int64_t half = length / 2;
    base += base[half - 1] < word ? half : 0;
    length -= half;
  }
  return end > begin && *base == word ? base - words.data() : -1;
}

/// Counts the n-grams of the text, which is read to its end. Sentences begin with one sentence_start, whose own count
/// is 0. The counting itself takes a quarter of run.memory, the rest goes to disk; what is made of it, about 50 bytes
/// an n-gram, must fit in run.memory: Error(io) otherwise. Deterministic. 1 <= order <= highest_order; Error(usage)
/// when order times bits of a word exceeds 128.
CountTrie count_ngrams(LanguageText& text, int order, std::int64_t& spilled, const Run& run);

}  // namespace couplet
