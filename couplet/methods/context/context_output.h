// From the two states of a place to the word that stands there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/methods/context/context_nets.h"

namespace couplet {

/// The words that the word of a place is told from.
template <class T>
struct ContextCandidates {
  std::vector<std::int32_t> words;  // drawn by chance, with repetitions; empty: every word there is
  Matrix<T> corrections;            // words x 1: what is added to each word's score besides its bias
};

/// One hidden layer and a softmax over the candidates:
///   looked for = W2 max(0, W1 (left, right) + b1) + b2;  P(w) ~ exp(out_w . looked for + bias_w + correction_w)
/// With candidates drawn by chance the place's own word is one of them besides, and drawn copies of it do not count.
template <class T>
class ContextOutput {
 public:
  explicit ContextOutput(const Pool& pool) : pool_(pool) {}

  /// ln P of every target. gradient (may be null): of the mean of -ln P; those of the nets' states are put in their
  /// places, those of the layers and of out are set.
  std::vector<double> run(const ContextWeights<T>& weights, const ContextBatch& batch, ContextNets<T>& nets,
                          const ContextCandidates<T>& candidates, const UnitDropout& dropout,
                          ContextGradient<T>* gradient);

  /// What is looked for at every target of the batch, a row each.
  Matrix<T> looked_for(const ContextWeights<T>& weights, const ContextBatch& batch, ContextNets<T>& nets);

 private:
  struct Job;  // what run was given
  void layers(const Job& job, Index first, Index begin, Index rows);
  void softmax(const Job& job, Index first, Index begin, Index rows);
  void back(const Job& job, Index first, Index begin, Index rows);
  void gather_out(const Job& job, Index targets);
  void prepare(const Job& job);

  const Pool& pool_;
  // A row a target of the chunk:
  Matrix<T> states_, hidden_, looked_, scores_;  // scores become their gradients
  Matrix<T> to_hidden_, to_looked_;
  Matrix<T> vectors_, offsets_, to_vectors_, to_offsets_;     // of the candidates
  std::vector<std::pair<std::int32_t, std::int32_t>> drawn_;  // word and place among the candidates, sorted
  std::vector<double> chances_;
  std::vector<T> to_own_;  // the gradient of the score of each target's own word
};

}  // namespace couplet
