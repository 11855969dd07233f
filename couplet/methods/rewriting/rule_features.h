// The features of a sum of kernels written out: one number a rule, so that a linear learner does what the kernel would.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "couplet/methods/rewriting/pair_kernel.h"

namespace couplet {

struct RuleFeature {
  std::uint64_t key;  // a hash of the term and the rule; the same in every run
  double value;
};

/// Error(usage) for a kernel that RuleFeatures cannot write out.
void require_rule_features(const PairKernelOptions& options);

/// phi(x) with phi(x) . phi(y) = K(x, y) of PairKernel, up to chance collisions of 64-bit hashes, for kernels that are
/// inner products of few numbers: pr, idf, lone, srk, and tesrk whose pattern type is one partition of the words and
/// whose links have one variable type, or several compared per type or as any type. Immutable; safe to share between
/// threads.
class RuleFeatures {
 public:
  /// Error(usage): see require_rule_features.
  RuleFeatures(PairKernelOptions options, std::shared_ptr<const PairKnowledge> knowledge);

  /// Of each pair, by key. Length 1, or empty where every term is 0. Some thousand features a pair of 20 words.
  std::vector<std::vector<RuleFeature>> of(std::span<const SentencePair> pairs) const;

  const PairKernelOptions& options() const { return options_; }
  const std::shared_ptr<const PairKnowledge>& knowledge() const { return knowledge_; }

 private:
  class Words;
  void add_term(std::size_t term, const SentencePair& pair, const SymbolPair* symbols, const Words* words,
                std::vector<RuleFeature>& into) const;

  PairKernelOptions options_;
  std::shared_ptr<const PairKnowledge> knowledge_;
};

/// True when the kernel is an inner product whatever the data: patterns by one partition of the words, and links whose
/// types are compared one by one.
bool is_inner_product(const PairKernelOptions& options);

/// The features of pr or idf of one pair; both_ways: precision and recall in the order of their size.
std::vector<double> overlap_features(const KernelTerm& term, const SentencePair& pair, const PairKnowledge& knowledge,
                                     bool both_ways);

}  // namespace couplet
