// An n-gram model for queries: immutable arrays that lie in a memory map.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "couplet/methods/ngram/backoff_trie.h"
#include "couplet/methods/ngram/ngram_key.h"
#include "couplet/methods/ngram/quantised_level.h"
#include "couplet/model/container.h"

namespace couplet {

/// What a query needs to know of the words before: the longest n-gram of the model that ends there.
struct NgramState {
  std::array<std::int32_t, highest_order - 1> words;  // the last word first
  std::array<float, highest_order - 1> backoffs;      // log10, of the last word, the last two, ...
  std::int32_t length = 0;
};

/// 16 bytes an n-gram, 8 in the last order; numbers are log10 in float. Quantised: some 33 bits an n-gram, 25 in the
/// last order; probabilities of a history then add up to about 1.
class NgramTable {
 public:
  /// log10 of the largest back-off weight: the product of as many as there are orders is still a number.
  static constexpr float most_backoff = 50;

  /// Takes the probabilities over; zero becomes log10 -99.
  static NgramTable from(BackoffTrie&& trie);
  /// The same n-grams, each number but those of unigrams one of 2^bits (2 to 8) values.
  NgramTable quantised(int bits) const;
  /// The tensors ngram.N.*: words, log10, backoff, children; of a quantised one words, *.codes, *.book, ends.
  /// Error(model) when they do not fit, or a word is not below `words`.
  static NgramTable load(const ModelFile& file, std::int64_t words);
  void write(ModelWriter& writer) const;

  int order() const { return static_cast<int>(is_quantised() ? quantised_.size() : levels_.size()); }
  bool is_quantised() const { return !quantised_.empty(); }
  /// N-grams of order n.
  std::int64_t size(int n) const { return is_quantised() ? quantised_[n - 1].size() : levels_[n - 1].size(); }

  /// log10 P(word | state); `next` is the state after it (may be the same object). span: words of the n-gram found.
  /// One binary search a word of the n-gram: about a million a second.
  double log10(const NgramState& state, std::int32_t word, NgramState& next, std::int64_t& span) const;
  /// The state after sentence_start.
  NgramState start() const;

  /// visit(words, log10, log10 of the back-off) for every n-gram of order n; the words stand in text order.
  template <class Visit>
  void for_ngrams(int n, Visit&& visit) const {
    std::vector<std::int32_t> words(n);
    with_levels([&](const auto& levels) { walk(levels, n, 0, 0, size(1), words, visit); });
  }

 private:
  struct Level {
    std::span<const std::int32_t> words, first_child;  // first_child: empty in the last order
    std::span<const float> log10, backoff;

    std::int64_t size() const { return std::ssize(words); }
    std::int32_t word(std::int64_t i) const { return words[i]; }
    std::pair<std::int64_t, std::int64_t> children(std::int64_t i) const {
      return {first_child[i], first_child[i + 1]};
    }
    std::int64_t find(std::int64_t begin, std::int64_t end, std::int32_t word) const {
      return find_child(words, begin, end, word);
    }
  };

  /// use(levels_) or use(quantised_).
  template <class Use>
  decltype(auto) with_levels(Use&& use) const {
    return is_quantised() ? use(quantised_) : use(levels_);
  }

  template <class Levels, class Visit>
  static void walk(const Levels& levels, int n, int depth, std::int64_t begin, std::int64_t end,
                   std::vector<std::int32_t>& words, Visit& visit) {
    const auto& level = levels[depth];
    const bool last = depth + 1 == std::ssize(levels);
    for (std::int64_t i = begin; i < end; ++i) {
      words[n - 1 - depth] = level.word(i);
      if (depth + 1 == n) {
        visit(std::span<const std::int32_t>(words), level.log10[i], last ? 0.0F : level.backoff[i]);
      } else {
        const auto children = level.children(i);
        walk(levels, n, depth + 1, children.first, children.second, words, visit);
      }
    }
  }

  template <class Levels>
  static double find(const Levels& levels, const NgramState& state, std::int32_t word, NgramState& next,
                     std::int64_t& span);
  static NgramTable load_quantised(const ModelFile& file, std::int64_t words, std::size_t order);

  std::vector<Level> levels_;
  std::vector<QuantisedLevel> quantised_;  // instead of levels_
  std::shared_ptr<const void> owner_;
};

}  // namespace couplet
