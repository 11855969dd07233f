// One recurrent net over a block of sentences, forward and back.
#pragma once

#include <cstdint>
#include <span>

#include "couplet/methods/context/context_batch.h"
#include "couplet/methods/context/context_weights.h"

namespace couplet {

/// What forward leaves for backward: a row a state, of all blocks of a batch.
template <class T>
struct LstmTape {
  // lstm_backward leaves the gradients of what went into the gates, and the tanh of the cells.
  Matrix<T> gates;   // after their non-linearities
  Matrix<T> before;  // the hidden state that a step begins with
  Matrix<T> cell, hidden;
  void resize(Index states, Index units);
};

/// from_input: what each distinct word of the batch adds to the gates, bias included; read: which of them is read at
/// each state. Fills the block's rows of the tape.
template <class T>
void lstm_forward(const LstmWeights<T>& weights, const Matrix<T>& from_input, std::span<const std::int32_t> read,
                  const ContextBlock& block, LstmTape<T>& tape);

/// to_hidden: the gradient of every hidden state.
template <class T>
void lstm_backward(const LstmWeights<T>& weights, const Matrix<T>& to_hidden, const ContextBlock& block,
                   LstmTape<T>& tape);

}  // namespace couplet
