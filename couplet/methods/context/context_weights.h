// The numbers of a context model.
#pragma once

#include <cstdint>
#include <string>

#include "couplet/linalg/matrix.h"
#include "couplet/model/container.h"

namespace couplet {

struct ContextShape {
  Index words = 0, dimension = 0, units = 0;  // dimension: of word vectors; units: of each of the two nets
};

/// One recurrent net (LSTM); gates in the order input, forget, output, candidate.
template <class T>
struct LstmWeights {
  Matrix<T> input;      // dimension x 4 units
  Matrix<T> recurrent;  // units x 4 units
  Matrix<T> bias;       // 1 x 4 units
};

/// T = float for use, double for checking gradients. Row-major throughout; also the type of what Adam remembers.
template <class T>
struct ContextWeights {
  Matrix<T> in;                   // words x dimension: what the nets read
  LstmWeights<T> left, right;     // read what is before a word, and what is after it, from the end
  Matrix<T> hidden, hidden_bias;  // 2 units x 2 units, 1 x 2 units: both states to the hidden layer
  Matrix<T> joined, joined_bias;  // 2 units x dimension, 1 x dimension: to the vector that is looked for
  Matrix<T> out, out_bias;        // words x dimension, words x 1: among these

  static ContextWeights zero(const ContextShape& shape);
  /// Uniform in +-1/sqrt(inputs of a layer); word vectors in +-0.1; biases 0, that of the forget gate 1.
  static ContextWeights random(const ContextShape& shape, std::uint64_t seed);

  /// visit(name, matrix) for each, in a fixed order.
  template <class Visit>
  void for_each(Visit&& visit) {
    each(*this, visit);
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    each(*this, visit);
  }

 private:
  template <class Self, class Visit>
  static void each(Self& self, Visit& visit) {
    visit("in", self.in);
    visit("left.input", self.left.input);
    visit("left.recurrent", self.left.recurrent);
    visit("left.bias", self.left.bias);
    visit("right.input", self.right.input);
    visit("right.recurrent", self.right.recurrent);
    visit("right.bias", self.right.bias);
    visit("hidden", self.hidden);
    visit("hidden.bias", self.hidden_bias);
    visit("joined", self.joined);
    visit("joined.bias", self.joined_bias);
    visit("out", self.out);
    visit("out.bias", self.out_bias);
  }
};

/// Adds the tensors PREFIX.*; the weights must live until the file is written. Error(data) when a number is none, or
/// beyond all bounds: the training run has diverged.
void write_context_weights(ModelWriter& writer, const std::string& prefix, const ContextWeights<float>& weights);
/// A copy. Error(model) when a tensor is missing or has another shape.
ContextWeights<float> load_context_weights(const ModelFile& file, const std::string& prefix, const ContextShape& shape);

}  // namespace couplet
