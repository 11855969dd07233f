#include "couplet/methods/rnnlm/rnn_weights.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "couplet/methods/language/training_checkpoint.h"
#include "couplet/model/saved_matrix.h"

namespace couplet {

RnnCell parse_rnn_cell(std::string_view name) {
  if (name == "simple") return RnnCell::simple;
  if (name == "sigmoid") return RnnCell::sigmoid;
  if (name == "lstm") return RnnCell::lstm;
  throw Error(ErrorCode::usage, "--cell", "'" + std::string(name) + "' is none of simple, sigmoid, lstm");
}

template <class T>
RnnWeights<T> RnnWeights<T>::zero(const RnnShape& shape) {
  const Index hidden = shape.hidden, gates = shape.gates() * shape.hidden;
  RnnWeights weights;
  weights.embedding.setZero(shape.tied ? 0 : shape.words, hidden);
  weights.input.setZero(hidden, gates);
  weights.recurrent.setZero(hidden, gates);
  weights.bias.setZero(1, gates);
  weights.class_weights.setZero(shape.classes, hidden);
  weights.class_bias.setZero(shape.classes, 1);
  weights.word_weights.setZero(shape.words, hidden);
  weights.word_bias.setZero(shape.words, 1);
  return weights;
}

template <class T>
RnnWeights<T> RnnWeights<T>::random(const RnnShape& shape, std::uint64_t seed) {
  RnnWeights weights = zero(shape);
  Random random(seed, 0x726e6e);
  const auto fill = [&](Matrix<T>& matrix, double range) {
    for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = static_cast<T>(range * (2 * random.uniform() - 1));
  };
  const double range = 1 / std::sqrt(static_cast<double>(shape.hidden));
  fill(weights.embedding, 0.1);
  fill(weights.input, range);
  fill(weights.recurrent, range);
  fill(weights.class_weights, 0.1);
  fill(weights.word_weights, 0.1);
  if (shape.cell == RnnCell::lstm) weights.bias.middleCols(shape.hidden, shape.hidden).setOnes();
  return weights;
}

template struct RnnWeights<float>;
template struct RnnWeights<double>;

void write_weights(ModelWriter& writer, const std::string& prefix, const RnnWeights<float>& weights) {
  weights.for_each([&](const char* name, const MatrixF& matrix) {
    require_finite(matrix.allFinite());
    add_matrix(writer, prefix + "." + name, matrix);
  });
}

RnnWeights<float> load_weights(const ModelFile& file, const std::string& prefix, const RnnShape& shape) {
  RnnWeights<float> weights = RnnWeights<float>::zero(shape);
  weights.for_each([&](const char* name, MatrixF& matrix) {
    matrix = load_matrix<float>(file, prefix + "." + name, matrix.rows(), matrix.cols());
  });
  return weights;
}

}  // namespace couplet
