// The output of a net: first the class of the next word, then the word among those of its class.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/methods/rnnlm/rnn_network.h"

namespace couplet {

/// outputs: a row a word to predict (targets; -1: none). Returns ln P of the targets. gradient: added to, with
/// respect to scale times the sum of -ln P; to_outputs: that of the outputs (set). Both null: forward only.
template <class T>
std::vector<double> class_softmax(const WordClasses& classes, const RnnWeights<T>& weights, const Matrix<T>& outputs,
                                  std::span<const std::int32_t> targets, T scale, RnnGradient<T>* gradient,
                                  Matrix<T>* to_outputs);

}  // namespace couplet
