// N-gram probabilities with back-off weights, while they are being made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/ngram/count_trie.h"
#include "couplet/methods/ngram/discounts.h"

namespace couplet {

/// As CountLevel, with P(wn | w1 .. wn-1) and the weight that P(w | w2 .. wn) gets when w1 .. wn w is not there.
struct BackoffLevel {
  std::vector<std::int32_t> words, parents, histories, first_child;
  std::vector<double> probability, backoff;  // backoff is 1 in the last level
  std::size_t size() const { return words.size(); }
};

struct BackoffTrie {
  std::vector<BackoffLevel> levels;
  int order() const { return static_cast<int>(levels.size()); }
};

/// Probabilities from counts. cutoffs: the least count of an n-gram of each order, never falling with the order; those
/// below leave their share to shorter n-grams. Warnings: a line an order where the discounts fell back. Every history's
/// probabilities add up to 1 over the vocabulary without sentence_start.
///
/// Interpolated (Kneser-Ney, absolute): P(w | h) = kept(c(hw)) / c(h) + g(h) P(w | h'), g(h) the share that was taken
/// off. Katz: P(w | h) = kept(c(hw)) / c(h) where hw is there, else a(h) P(w | h'). When no count of h was lowered,
/// nothing is left for the others; then the number of different words after h is added to c(h) (Witten & Bell).
/// Unigrams leave what was taken off to all words alike. Kneser-Ney counts different words before instead of
/// occurrences, in all but the last order and n-grams that start a sentence.
BackoffTrie estimate(CountTrie&& counts, Smoothing smoothing, const std::vector<std::uint64_t>& cutoffs,
                     std::vector<std::string>& warnings, const Run& run);

/// The trie without the n-grams whose flag is false (kept[n - 1][i]). What is kept must be closed: the suffix and the
/// history of a kept n-gram are kept.
BackoffTrie only_kept(BackoffTrie&& trie, const std::vector<std::vector<bool>>& kept);

/// Makes the back-off weights of the histories of order n (n >= 1) what the probabilities of order n + 1 leave over.
void renormalise(BackoffTrie& trie, int n);

}  // namespace couplet
