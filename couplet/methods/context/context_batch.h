// Sentences laid out for the two nets of a context model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

constexpr std::int64_t default_abreast = 128;  // sentences

/// Sentences that run side by side in one net, longest first: at step t the first rows_at[t] of them still go on. Their
/// states are numbered first_state, ... step by step.
struct ContextBlock {
  Index first_state = 0;
  std::vector<Index> rows_at;
  Index states() const;
};

/// A place whose word is predicted, from a state of each net.
struct ContextTarget {
  std::int32_t word;
  Index left, right;     // states
  std::size_t sentence;  // of those given
};

/// Every word of every sentence is one state of each net: the left one reads <s> and the words before it, the right one
/// </s> and the words after it, the last first.
struct ContextBatch {
  Index states = 0;                                 // of each net: as many as there are words
  std::vector<ContextBlock> blocks;                 // the same for both nets
  std::vector<std::int32_t> distinct;               // words that are read, ascending
  std::vector<std::int32_t> left_read, right_read;  // by state: which of `distinct` is read to come to it
  std::vector<ContextTarget> targets;               // sentence by sentence
};

/// kept: the share of the places of each word that is predicted; empty: all of all words. Sentences are not empty and
/// hold no sentence_start or sentence_end. The layout depends on the sentences and `abreast` alone: up to 4 blocks a
/// net, each of 128 sentences or more, so that each product has rows enough to be worth the packing of the weights;
/// with half of that abreast twice as many blocks of half as many sentences, for more cores.
ContextBatch lay_out(std::span<const std::span<const std::int32_t>> sentences, std::span<const float> kept,
                     Random& random, std::int64_t abreast = default_abreast);

}  // namespace couplet
