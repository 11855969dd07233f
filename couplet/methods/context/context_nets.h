// The two recurrent nets of a context model over a batch of sentences, forward and back.
#pragma once

#include <vector>

#include "couplet/methods/context/context_tasks.h"
#include "couplet/methods/context/lstm.h"

namespace couplet {

/// Gradients: those of in and out have a row only for each word that a batch read, or told words from.
template <class T>
struct ContextGradient {
  ContextWeights<T> weights;
  std::vector<std::int32_t> in_words = {}, out_words = {};
  explicit ContextGradient(const ContextShape& shape)
      : weights(ContextWeights<T>::zero({0, shape.dimension, shape.units})) {}
};

/// A word's part of the gates is computed once a batch, however often the word is read: a batch of thousands of words
/// has some hundred different ones. (So a unit of its vector that is left out at random is left out at all its places.)
template <class T>
class ContextNets {
 public:
  explicit ContextNets(const Pool& pool) : pool_(pool) {}

  void forward(const ContextWeights<T>& weights, const ContextBatch& batch, const UnitDropout& dropout);
  /// The hidden states, a row a state; there may be more rows than states.
  const Matrix<T>& left() const { return nets_[0].tape.hidden; }
  const Matrix<T>& right() const { return nets_[1].tape.hidden; }

  /// Where the gradients of the hidden states go; all zero after clear_gradients.
  Matrix<T>& to_left() { return nets_[0].to_hidden; }
  Matrix<T>& to_right() { return nets_[1].to_hidden; }
  void clear_gradients(const ContextBatch& batch);
  /// After forward of the same batch. Sets the gradients of in, left and right.
  void backward(const ContextWeights<T>& weights, const ContextBatch& batch, ContextGradient<T>& gradient);

 private:
  struct Net {
    Matrix<T> from_input;  // a distinct word each; later the gradient of it
    LstmTape<T> tape;
    Matrix<T> to_hidden;
    std::vector<Index> begins, order;  // the states at which each distinct word is read
  };
  void index_reading(const ContextBatch& batch, std::span<const std::int32_t> read, Net& net);

  const Pool& pool_;
  Net nets_[2];
  Matrix<T> vectors_, masks_;  // of the distinct words
  bool dropped_ = false;
};

}  // namespace couplet
