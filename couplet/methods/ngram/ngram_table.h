// An n-gram model for queries: immutable arrays that lie in a memory map.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "couplet/methods/ngram/backoff_trie.h"
#include "couplet/methods/ngram/ngram_key.h"
#include "couplet/model/container.h"

namespace couplet {

/// What a query needs to know of the words before: the longest n-gram of the model that ends there.
struct NgramState {
  std::array<std::int32_t, highest_order - 1> words;  // the last word first
  std::array<float, highest_order - 1> backoffs;      // log10, of the last word, the last two, ...
  std::int32_t length = 0;
};

/// 16 bytes an n-gram, 8 in the last order; numbers are log10 in float.
class NgramTable {
 public:
  /// log10 of the largest back-off weight: the product of as many as there are orders is still a number.
  static constexpr float most_backoff = 50;

  /// Takes the probabilities over; zero becomes log10 -99.
  static NgramTable from(BackoffTrie&& trie);
  /// The tensors ngram.N.*: words, log10, backoff, children. Error(model) when they do not fit, or a word is not below
  /// `words`.
  static NgramTable load(const ModelFile& file, std::int64_t words);
  void write(ModelWriter& writer) const;

  int order() const { return static_cast<int>(levels_.size()); }
  /// N-grams of order n.
  std::int64_t size(int n) const { return static_cast<std::int64_t>(levels_[n - 1].words.size()); }

  /// log10 P(word | state); `next` is the state after it (may be the same object). span: words of the n-gram found.
  /// One binary search a word of the n-gram: about a million a second.
  double log10(const NgramState& state, std::int32_t word, NgramState& next, std::int64_t& span) const;
  /// The state after sentence_start.
  NgramState start() const;

  /// visit(words, log10, log10 of the back-off) for every n-gram of order n; the words stand in text order.
  template <class Visit>
  void for_ngrams(int n, Visit&& visit) const {
    std::vector<std::int32_t> words(n);
    walk(n, 0, 0, size(1), words, visit);
  }

 private:
  struct Level {
    std::span<const std::int32_t> words, children;  // children: empty in the last order
    std::span<const float> log10, backoff;
  };

  template <class Visit>
  void walk(int n, int depth, std::int64_t begin, std::int64_t end, std::vector<std::int32_t>& words,
            Visit& visit) const {
    const Level& level = levels_[depth];
    for (std::int64_t i = begin; i < end; ++i) {
      const auto node = static_cast<std::size_t>(i);
      words[n - 1 - depth] = level.words[node];
      if (depth + 1 == n)
        visit(std::span<const std::int32_t>(words), level.log10[node],
              level.backoff.empty() ? 0.0F : level.backoff[node]);
      else
        walk(n, depth + 1, level.children[node], level.children[node + 1], words, visit);
    }
  }

  std::vector<Level> levels_;
  std::shared_ptr<const void> owner_;
};

}  // namespace couplet
