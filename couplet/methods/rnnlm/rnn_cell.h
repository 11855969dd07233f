// The recurrent part of a net: from inputs to hidden vectors, and back.
#pragma once

#include <cstdint>
#include <vector>

#include "couplet/methods/rnnlm/rnn_network.h"

namespace couplet {

/// What forward leaves for backward; every matrix has a row a word (see RnnBatch).
template <class T>
struct CellTape {
  Matrix<T> gates;          // after their non-linearities; cell_backward leaves the gradients of what went into them
  Matrix<T> hidden_before;  // h', zero where the text begins afresh
  Matrix<T> hidden, cell;   // h and c; cell_backward leaves tanh(c)
  Matrix<T> first_cell;     // rows x hidden: c' of the first words
};

/// inputs: a row a word. Fills the tape; state goes in and comes out.
template <class T>
void cell_forward(const RnnShape& shape, const RnnWeights<T>& weights, const RnnBatch& batch, const Matrix<T>& inputs,
                  RnnState<T>& state, CellTape<T>& tape);

/// to_hidden: gradient with respect to h of every word. Adds to the gradients of input, recurrent and bias; returns
/// that of the inputs.
template <class T>
Matrix<T> cell_backward(const RnnShape& shape, const RnnWeights<T>& weights, const RnnBatch& batch,
                        const Matrix<T>& inputs, CellTape<T>& tape, const Matrix<T>& to_hidden,
                        RnnWeights<T>& gradient);

}  // namespace couplet
