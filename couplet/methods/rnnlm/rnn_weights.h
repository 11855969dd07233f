// The numbers of a recurrent language model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "couplet/linalg/matrix.h"
#include "couplet/model/container.h"

namespace couplet {

enum class RnnCell {
  simple,   // h = tanh(W x + R h' + b)
  sigmoid,  // the same with 1 / (1 + exp(-z)) in the place of tanh (Mikolov and others 2010)
  lstm,     // gated: input, forget and output gates
};

/// "simple", "sigmoid" or "lstm". Error(usage) otherwise.
RnnCell parse_rnn_cell(std::string_view name);

struct RnnShape {
  RnnCell cell = RnnCell::lstm;
  Index words = 0, classes = 0, hidden = 0;
  bool tied = false;  // a word is read by the vector that it is predicted by
  Index gates() const { return cell == RnnCell::lstm ? 4 : 1; }
};

/// T = float for use, double for checking gradients. Row-major throughout; also the type of their gradients.
template <class T>
struct RnnWeights {
  Matrix<T> embedding;      // words x hidden; none when the shape is tied
  Matrix<T> input;          // hidden x (gates * hidden); gates in the order input, forget, output, candidate
  Matrix<T> recurrent;      // hidden x (gates * hidden)
  Matrix<T> bias;           // 1 x (gates * hidden)
  Matrix<T> class_weights;  // classes x hidden
  Matrix<T> class_bias;     // classes x 1
  Matrix<T> word_weights;   // words x hidden, in the order of WordClasses::row
  Matrix<T> word_bias;      // words x 1

  static RnnWeights zero(const RnnShape& shape);
  /// Uniform in +-1/sqrt(hidden) (input, recurrent), +-0.1 (embedding, outputs); biases 0, that of the forget gate 1.
  static RnnWeights random(const RnnShape& shape, std::uint64_t seed);

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
    if (self.embedding.size() > 0) visit("embedding", self.embedding);
    visit("input", self.input);
    visit("recurrent", self.recurrent);
    visit("bias", self.bias);
    visit("class.weights", self.class_weights);
    visit("class.bias", self.class_bias);
    visit("word.weights", self.word_weights);
    visit("word.bias", self.word_bias);
  }
};

/// Adds the tensors PREFIX.*; the weights must live until the file is written. Error(data) as require_finite.
void write_weights(ModelWriter& writer, const std::string& prefix, const RnnWeights<float>& weights);
/// A copy. Error(model) when a tensor is missing or has another shape.
RnnWeights<float> load_weights(const ModelFile& file, const std::string& prefix, const RnnShape& shape);

}  // namespace couplet
