// The sum of kernels that compares pairs of sentences.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"
#include "couplet/methods/rewriting/kernel_terms.h"
#include "couplet/methods/rewriting/lone_words.h"
#include "couplet/methods/rewriting/overlap_features.h"
#include "couplet/methods/rewriting/overlap_numbers.h"
#include "couplet/methods/rewriting/rewriting_index.h"
#include "couplet/methods/rewriting/sentence.h"
#include "couplet/methods/rewriting/typed_vocabulary.h"
#include "couplet/methods/rewriting/word_type.h"

namespace couplet {

struct PairKernelOptions {
  std::vector<KernelTerm> terms;
  TypingScheme types;  // of tesrk
  Wiring wiring = Wiring::same_type;
  bool both_ways = false;  // the relation has no direction: rules may also match with the two sentences exchanged
};

/// Everything the kernel knows beside the pairs.
struct PairKnowledge {
  TypeSources sources;
  IdfTable idf;  // empty when no term needs it
  bool idf_of_stems = false;
  OverlapScale overlap;  // empty when no term needs it
};

/// A rule of a pair and what it adds to a sum over the kernel's own pairs.
struct RuleShare {
  const KernelTerm* term;
  std::string left, right;  // the rule as people read it
  double value;
  std::vector<std::pair<std::int64_t, double>> carriers;  // own pairs that have the rule, and their parts of the value
};

/// A batch of pairs in the symbols of srk and of tesrk, each going on from those of a kernel's own pairs.
struct PairWords {
  /// stems, typed: null where no term needs them. The sentences must live as long.
  PairWords(std::span<const SentencePair> pairs, const TypedVocabulary* stems, const TypedVocabulary* typed);

  std::span<const SentencePair> sentences;
  std::unique_ptr<TypedVocabulary> stem_words, typed_words;
  std::vector<SymbolPair> stem_symbols, typed_symbols;
};

/// K(x, y) = sum over terms of weight_t K_t(x, y) / sqrt(K_t(x, x) K_t(y, y)), normalised once more; a term whose
/// K_t(x, x) is 0 is 0. Compares any pair with a fixed set of own pairs. Immutable; safe to share between threads.
class PairKernel {
 public:
  /// Builds the tables of the own pairs. `knowledge` is shared.
  PairKernel(PairKernelOptions options, std::shared_ptr<const PairKnowledge> knowledge, std::vector<SentencePair> own,
             const Run& run);

  std::int64_t size() const { return static_cast<std::int64_t>(own_.size()); }

  /// Own pairs with own pairs: size() x size(), symmetric; ones on the diagonal, or 0 where every term is.
  MatrixD gram(const Run& run) const;
  /// Any pairs with the own: n x size().
  MatrixD rows(std::span<const SentencePair> pairs, const Run& run) const;

  /// The parts that rules of the pair have in sum over own pairs i of weights[i] K(pair, i), the same rule's added up,
  /// lone words, and pr, idf and overlap as one rule each. Their values add up to that sum. Largest magnitude first.
  std::vector<RuleShare> shares(const SentencePair& pair, std::span<const double> weights, const Run& run) const;

  /// How many symbols the scheme tells apart, and with how many others (on average) each is alike; for reports.
  std::string describe_symbols() const;

 private:
  /// Of pr, idf and overlap.
  MatrixD feature_matrix(const KernelTerm& term, std::span<const SentencePair> pairs, const Run& run) const;
  /// Values of a term before normalising: pairs x own.
  MatrixD term_rows(std::size_t term, const PairWords& words, const Run& run) const;
  /// sqrt(K_t(x, x)) of each pair.
  std::vector<double> self_lengths(std::size_t term, const PairWords& words, const Run& run) const;
  MatrixD rows(const PairWords& words, const std::vector<std::vector<double>>& lengths, const Run& run) const;

  PairKernelOptions options_;
  std::shared_ptr<const PairKnowledge> knowledge_;
  std::vector<SentencePair> own_;
  std::unique_ptr<TypedVocabulary> stems_, typed_;        // for srk, for tesrk; null when no term needs it
  std::vector<std::unique_ptr<RewritingIndex>> indexes_;  // a term; null for those without k
  std::vector<MatrixD> features_;                         // a term: feature_matrix of the own pairs; empty for others
  std::unique_ptr<LoneWordIndex> lone_;                   // null when no term needs it
  std::vector<std::vector<double>> lengths_;              // a term: sqrt of the self-values of own pairs
  std::vector<double> own_weights_;                       // of each own pair: of the terms that are not 0, together
};

}  // namespace couplet
