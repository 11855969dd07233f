#include "couplet/methods/rnnlm/rnn_network.h"

#include <algorithm>
#include <cmath>

#include "couplet/methods/rnnlm/class_softmax.h"
#include "couplet/methods/rnnlm/rnn_cell.h"

namespace couplet {
namespace {

template <class T>
Matrix<T> dropout_mask(Index rows, Index cols, const UnitDropout& dropout, Random& random) {
  Matrix<T> mask = Matrix<T>::Ones(rows, cols);
  dropout.apply(random, mask.data(), mask.size());
  return mask;
}

/// The row of the matrix in which the vector that a word is read by stands.
template <class Weights>
auto read_vector(const RnnShape& shape, const WordClasses& classes, Weights& weights, std::int32_t word) {
  return shape.tied ? weights.word_weights.row(classes.row(word)) : weights.embedding.row(word);
}

}  // namespace

template <class T>
RnnState<T> RnnState<T>::zero(Index rows, const RnnShape& shape) {
  return {Matrix<T>::Zero(rows, shape.hidden), Matrix<T>::Zero(rows, shape.hidden)};
}
template struct RnnState<float>;
template struct RnnState<double>;

RnnTouched::RnnTouched(const RnnShape& shape)
    : word_seen(static_cast<std::size_t>(shape.words), 0), classes(static_cast<std::size_t>(shape.classes), 0) {}

void RnnTouched::clear() {
  for (const std::int32_t word : words) word_seen[word] = 0;
  words.clear();
  std::fill(classes.begin(), classes.end(), std::uint8_t{0});
}

template <class T>
std::vector<double> rnn_pass(const RnnShape& shape, const WordClasses& classes, const RnnWeights<T>& weights,
                             const RnnBatch& batch, RnnState<T>& state, const UnitDropout& dropout, T scale,
                             RnnGradient<T>* gradient) {
  const Index n = batch.steps * batch.rows;
  const bool drop = gradient && dropout.share > 0;
  Random random = dropout.random(0);
  Matrix<T> inputs(n, shape.hidden), input_mask, output_mask;
  for (Index i = 0; i < n; ++i) inputs.row(i) = read_vector(shape, classes, weights, batch.inputs[i]);
  if (drop) {
    input_mask = dropout_mask<T>(n, shape.hidden, dropout, random);
    output_mask = dropout_mask<T>(n, shape.hidden, dropout, random);
    inputs.array() *= input_mask.array();
  }
  CellTape<T> tape;
  cell_forward(shape, weights, batch, inputs, state, tape);
  Matrix<T> outputs = tape.hidden, to_outputs;
  if (drop) outputs.array() *= output_mask.array();
  std::vector<double> result =
      class_softmax(classes, weights, outputs, batch.targets, scale, gradient, gradient ? &to_outputs : nullptr);
  if (!gradient) return result;
  if (drop) to_outputs.array() *= output_mask.array();
  Matrix<T> to_inputs = cell_backward(shape, weights, batch, inputs, tape, to_outputs, gradient->weights);
  if (drop) to_inputs.array() *= input_mask.array();
  for (Index i = 0; i < n; ++i) {
    const std::int32_t word = batch.inputs[i];
    read_vector(shape, classes, gradient->weights, word) += to_inputs.row(i);
    if (shape.tied) {
      gradient->touched.classes[classes[word]] = 1;
      continue;
    }
    std::uint8_t& seen = gradient->touched.word_seen[word];
    if (!seen) gradient->touched.words.push_back(word);
    seen = 1;
  }
  return result;
}

template std::vector<double> rnn_pass(const RnnShape&, const WordClasses&, const RnnWeights<float>&, const RnnBatch&,
                                      RnnState<float>&, const UnitDropout&, float, RnnGradient<float>*);
template std::vector<double> rnn_pass(const RnnShape&, const WordClasses&, const RnnWeights<double>&, const RnnBatch&,
                                      RnnState<double>&, const UnitDropout&, double, RnnGradient<double>*);

std::vector<double> rnn_distribution(const WordClasses& classes, const RnnWeights<float>& weights,
                                     const MatrixF& hidden) {
  const auto logarithms = [](VectorD logits) {
    const double largest = logits.maxCoeff();
    const double normaliser = largest + std::log((logits.array() - largest).exp().sum());
    return VectorD(logits.array() - normaliser);
  };
  const VectorF h = hidden.row(0).transpose();
  const VectorD of_class = logarithms((weights.class_weights * h + weights.class_bias.col(0)).cast<double>());
  const VectorD logits = (weights.word_weights * h + weights.word_bias.col(0)).cast<double>();
  std::vector<double> result(classes.words());
  for (std::int32_t c = 0; c < classes.size(); ++c) {
    const Index begin = classes.begin(c), size = classes.begin(c + 1) - begin;
    const VectorD within = logarithms(logits.segment(begin, size));
    for (Index i = 0; i < size; ++i) result[classes.order()[begin + i]] = of_class[c] + within[i];
  }
  return result;
}

}  // namespace couplet
