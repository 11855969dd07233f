// How many rewriting rules match two pairs of k-grams at once: the innermost count of the kernel, by definition.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/methods/rewriting/symbol_typing.h"

namespace couplet {

/// Two pairs of k-grams zipped, as Algorithm 1 of Gleize & Grau (2015) takes them: which of the k word-pairs of a side
/// may stay in the pattern, and how many ways there are to wire source word-pair p to target word-pair q.
struct ZippedGrams {
  int k = 0;
  std::vector<bool> source_pattern, target_pattern;  // k each
  std::vector<std::int32_t> ways;                    // k x k, source first; 0: cannot be wired
};

/// Zips (s1, t1) with (s2, t2), all of the same length k.
ZippedGrams zip_grams(std::span<const std::int32_t> s1, std::span<const std::int32_t> t1,
                      std::span<const std::int32_t> s2, std::span<const std::int32_t> t2, const SymbolTyping& typing,
                      Wiring wiring);

/// The number of ways to wire source pairs one to one to target pairs so that every pair that must be a wildcard is
/// wired. Exact; O(k^2 2^k): a pass over subsets of the target, one source pair after the other. k <= 20.
std::int64_t count_common_rules(const ZippedGrams& grams);

/// The kernel K_k by its definition: the sum of count_common_rules over all quadruples of k-grams. O(n^4): what the
/// index is tested against.
std::int64_t rewriting_kernel_by_definition(const SymbolPair& x, const SymbolPair& y, int k, const SymbolTyping& typing,
                                            Wiring wiring);

}  // namespace couplet
