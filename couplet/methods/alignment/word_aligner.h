// Which words of one text come from which of another: a hidden Markov model over positions (Vogel and others 1996).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/sparse.h"
#include "couplet/methods/alignment/numbered_pairs.h"
#include "couplet/model/container.h"

namespace couplet {

/// How a text y is read given x.
struct AlignedReading {
  double log_probability = 0;      // ln P(y | x); the sum of words
  std::vector<double> words;       // ln P(y_j | y_1 .. y_j-1, x)
  std::vector<std::int64_t> from;  // the word of x that y_j most likely comes from; -1: none
};

/// One direction, x to y:  P(y | x) = sum over a of prod_j P(a_j | a_j-1) e(y_j | x_a_j), with
///   e(f | w) = (1 - share) t(f | w) + share p(f),  p the share of f among all words,
///   P(a_j = none | a_j-1) = nothing,  P(a_j = i | a_j-1 = i') = (1 - nothing) s(i - i') / sum over k of s(k - i').
/// After `none` the chain goes on from the last position; it begins anywhere. Without a Markov chain (IBM model 1): all
/// positions are equally likely. Immutable.
class WordAligner {
 public:
  static constexpr Index near = 8;                   // jumps with a probability of their own
  static constexpr Index jump_kinds = 2 * near + 3;  // -far, -near .. near, far
  static constexpr double far_positions = 20;        // that share the probability of a far jump
  static constexpr double nothing = 0.1, share = 0.001;

  struct Numbers {
    CsrMatrix<float> table;                // (words of x + 1) x words of y; the last row: of no word
    std::vector<float> frequency;          // p, by word of y
    std::array<double, jump_kinds> jumps;  // s; all equal: model 1
  };
  explicit WordAligner(Numbers numbers) : numbers_(std::move(numbers)) {}

  AlignedReading read(std::span<const std::int32_t> x, std::span<const std::int32_t> y, bool with_links) const;
  const Numbers& numbers() const { return numbers_; }

  void write(ModelWriter& writer, const std::string& prefix) const;
  static WordAligner load(const ModelFile& file, const std::string& prefix, Index x_words, Index y_words);

 private:
  Numbers numbers_;
};

/// By expectation-maximisation: model 1, then the Markov chain from its table.
/// Expected counts are added as whole multiples of 2^-30, so that threads change no bit.
WordAligner learn_aligner(const NumberedSide& x, const NumberedSide& y, std::int64_t model_one_rounds,
                          std::int64_t chain_rounds, const Run& run);

}  // namespace couplet
