#include "couplet/methods/context/context_weights.h"

#include <cmath>

#include "couplet/base/random.h"
#include "couplet/methods/language/training_checkpoint.h"
#include "couplet/model/saved_matrix.h"

namespace couplet {

template <class T>
ContextWeights<T> ContextWeights<T>::zero(const ContextShape& shape) {
  const Index d = shape.dimension, u = shape.units;
  ContextWeights weights;
  weights.in.setZero(shape.words, d);
  for (LstmWeights<T>* net : {&weights.left, &weights.right}) {
    net->input.setZero(d, 4 * u);
    net->recurrent.setZero(u, 4 * u);
    net->bias.setZero(1, 4 * u);
  }
  weights.hidden.setZero(2 * u, 2 * u);
  weights.hidden_bias.setZero(1, 2 * u);
  weights.joined.setZero(2 * u, d);
  weights.joined_bias.setZero(1, d);
  weights.out.setZero(shape.words, d);
  weights.out_bias.setZero(shape.words, 1);
  return weights;
}

template <class T>
ContextWeights<T> ContextWeights<T>::random(const ContextShape& shape, std::uint64_t seed) {
  ContextWeights weights = zero(shape);
  Random random(seed, 0x636f6e74657874);
  const auto fill = [&](Matrix<T>& matrix, double range) {
    for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = static_cast<T>(range * (2 * random.uniform() - 1));
  };
  const auto range = [](Index inputs) { return 1 / std::sqrt(static_cast<double>(inputs)); };
  fill(weights.in, 0.1);
  for (LstmWeights<T>* net : {&weights.left, &weights.right}) {
    fill(net->input, range(shape.units));
    fill(net->recurrent, range(shape.units));
    net->bias.middleCols(shape.units, shape.units).setOnes();
  }
  fill(weights.hidden, range(2 * shape.units));
  fill(weights.joined, range(2 * shape.units));
  fill(weights.out, range(shape.dimension));
  return weights;
}

template struct ContextWeights<float>;
template struct ContextWeights<double>;

void write_context_weights(ModelWriter& writer, const std::string& prefix, const ContextWeights<float>& weights) {
  weights.for_each([&](const char* name, const MatrixF& matrix) {
    require_finite(matrix.allFinite());
    add_matrix(writer, prefix + "." + name, matrix);
  });
}

ContextWeights<float> load_context_weights(const ModelFile& file, const std::string& prefix,
                                           const ContextShape& shape) {
  ContextWeights<float> weights = ContextWeights<float>::zero(shape);
  weights.for_each([&](const char* name, MatrixF& matrix) {
    matrix = load_matrix<float>(file, prefix + "." + name, matrix.rows(), matrix.cols());
  });
  return weights;
}

}  // namespace couplet
