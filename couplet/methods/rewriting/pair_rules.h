// The rewriting rules of one pair of sentences, each as the k-grams it is made from and the wires between them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "couplet/methods/rewriting/symbol_typing.h"

namespace couplet {

/// Places of a k-gram that one number holds; the kernel needs far less.
inline constexpr int largest_k = 12;

/// The k-grams of a sentence: where each different one first stands, and how often it does.
struct DistinctGrams {
  std::vector<std::int32_t> starts;
  std::vector<std::int64_t> counts;
  std::size_t size() const { return starts.size(); }
};

/// None when the sentence is shorter than k. O(n log n).
DistinctGrams distinct_grams(std::span<const std::int32_t> text, int k);

/// One way to make a rule of a pair of k-grams: wired places are wildcards, all others stay in the pattern.
struct WiredRule {
  std::int32_t source, target;  // numbers of the k-grams
  std::uint64_t wires;  // 4 bits a source place, the first lowest: 0 pattern, 1 + the target place it is wired to
  std::uint64_t types;  // variable_types() bits a source place: the types that hold along its wire

  int target_of(int place) const { return static_cast<int>(wires >> (4 * place) & 15) - 1; }  // -1: pattern
  std::uint32_t source_wildcards(int k) const;                                                // a bit a place
  std::uint32_t target_wildcards(int k) const;
};

/// Throws Error(usage) when types for each of k places do not fit WiredRule::types, or k is not from 1 to largest_k.
void require_rule_size(int k, int variable_types, Wiring wiring);

/// Rules with at least one wire, over all pairs of different k-grams. (Those without are all pairs of k-grams: no need
/// to list them.) With Wiring::any_type, `types` has the lowest bit of a wired place for all types together. O(pairs of
/// k-grams + rules); Error(data) beyond 2^24 rules, which takes long runs of one word and k > 6.
class PairRules {
 public:
  PairRules(const SymbolPair& pair, int k, const SymbolTyping& typing, Wiring wiring);

  const SymbolPair& pair() const { return *pair_; }
  const DistinctGrams& source() const { return source_; }
  const DistinctGrams& target() const { return target_; }

  void visit(const std::function<void(const WiredRule&)>& take) const;

 private:
  struct Search;

  const SymbolPair* pair_;
  int k_, bits_;  // bits: of types, a place
  DistinctGrams source_, target_;
  std::vector<std::uint32_t> types_;  // source words x target words: the types between them
};

}  // namespace couplet
