// One stretch of text through a recurrent net, forward and back.
#pragma once

#include <cstdint>
#include <vector>

#include "couplet/methods/language/unit_dropout.h"
#include "couplet/methods/language/word_classes.h"
#include "couplet/methods/rnnlm/rnn_weights.h"

namespace couplet {

/// `rows` texts side by side, `steps` words of each. Word t of text b is number t * rows + b.
struct RnnBatch {
  Index steps = 0, rows = 0;
  std::vector<std::int32_t> inputs;   // the words
  std::vector<std::int32_t> targets;  // the words to predict; -1: none
  std::vector<std::uint8_t> fresh;    // 1: the state is set to zero before this word
};

/// What a net remembers of each text; rows x hidden. cell is used by lstm only.
template <class T>
struct RnnState {
  Matrix<T> hidden, cell;
  static RnnState zero(Index rows, const RnnShape& shape);
};

/// Which rows of the large gradients are not zero.
struct RnnTouched {
  std::vector<std::int32_t> words;      // of embedding, none twice
  std::vector<std::uint8_t> word_seen;  // by word
  std::vector<std::uint8_t> classes;    // of word_weights and word_bias, by class
  explicit RnnTouched(const RnnShape& shape);
  void clear();
};

/// Where gradients go: added to what is there.
template <class T>
struct RnnGradient {
  RnnWeights<T> weights;
  RnnTouched touched;
  explicit RnnGradient(const RnnShape& shape) : weights(RnnWeights<T>::zero(shape)), touched(shape) {}
};

/// Predicts the targets of a batch. State goes in and comes out. Returns ln P of every target (0 where there is none).
/// gradient (may be null): of the sum of -ln P times `scale`, through this batch only (truncated back-propagation).
/// dropout: of the inputs and of the outputs of the net, when there is a gradient.
/// All products are BLAS calls on the calling thread.
template <class T>
std::vector<double> rnn_pass(const RnnShape& shape, const WordClasses& classes, const RnnWeights<T>& weights,
                             const RnnBatch& batch, RnnState<T>& state, const UnitDropout& dropout, T scale,
                             RnnGradient<T>* gradient);

/// ln P of every word of the vocabulary after one state; hidden: 1 x hidden.
std::vector<double> rnn_distribution(const WordClasses& classes, const RnnWeights<float>& weights,
                                     const MatrixF& hidden);

}  // namespace couplet
