// String rewriting kernels (Bu, Li & Zhu 2012; typed: Gleize & Grau 2015) of one pair of sentences with many.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/rewriting/alike_grams.h"
#include "couplet/methods/rewriting/pair_rules.h"
#include "couplet/methods/rewriting/postings.h"
#include "couplet/methods/rewriting/symbol_typing.h"

namespace couplet {

/// A rule that a pair shares with pairs of the index.
struct SharedRule {
  WiredRule rule;  // wires == 0: all patterns. Numbers of the grams are those of distinct_grams of the pair asked for
  std::int64_t source, target;  // where its k-grams first stand
  std::int64_t count;           // how often the pair asked for has it
  std::span<const std::pair<std::int32_t, std::int64_t>>
      carriers;  // pairs of the index, ascending, and how much they count
};

/// K_k of a pair with every pair of a fixed set. The kernel splits in two:
///   rules without wires: the k-grams alike in the sources times those alike in the targets, so two sparse products;
///   rules with wires: a hashed feature each, (source pattern, target pattern, wires), found by its key.
/// Where a word is alike to others than itself, the keys of all patterns alike that the set has are looked up. Exact
/// integers (up to chance collisions of 64-bit hashes, one in 10^5 runs of 10 million rules). Immutable and safe to
/// share between threads.
class RewritingIndex {
 public:
  /// The symbols of the pairs are those of `typing`. k from 1 to largest_k; Error(usage) otherwise, or for too many
  /// variable types. Memory: about 40 bytes a rule; a pair of 20-word sentences has some thousand at k = 4.
  RewritingIndex(std::span<const SymbolPair> pairs, int k, const SymbolTyping& typing, Wiring wiring, const Run& run);

  std::int64_t size() const { return size_; }
  int k() const { return k_; }

  /// out[i] = K_k(pair i, query); size() numbers. `typing` may know more symbols than the one the index was made with,
  /// never other numbers for the same ones. Cost: the rules of the query, times the patterns alike, plus the postings
  /// met.
  void row(const SymbolPair& query, const SymbolTyping& typing, std::span<std::int64_t> out) const;

  /// Every rule the query shares with a pair of the index, one at a time: the sum of count * carrier's number over all
  /// rules is K_k(carrier, query). The same rule may come several times, from different k-grams.
  void visit_shared(const SymbolPair& query, const SymbolTyping& typing,
                    const std::function<void(const SharedRule&)>& take) const;

 private:
  class Query;

  std::int64_t size_;
  int k_, bits_;
  Wiring wiring_;
  GramSet source_grams_, target_grams_;  // with wildcards or without
  Postings sources_, targets_, rules_;   // k-grams of either side; rules with wires
};

/// K_k(x, x). both_ways: plus that of x with its two sentences exchanged.
std::int64_t self_value(const SymbolPair& pair, int k, const SymbolTyping& typing, Wiring wiring,
                        bool both_ways = false);

}  // namespace couplet
