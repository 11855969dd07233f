#include "couplet/methods/rnnlm/class_softmax.h"

#include <cmath>

#include "couplet/linalg/lapack.h"

namespace couplet {
namespace {

/// Turns rows of logits into probabilities; ln of the normaliser of each row is left in `normalisers`.
template <class T>
void softmax_rows(Matrix<T>& logits, std::vector<double>& normalisers) {
  const Vector<T> largest = logits.rowwise().maxCoeff();
  logits.colwise() -= largest;
  logits = logits.array().exp();
  normalisers.resize(logits.rows());
  for (Index row = 0; row < logits.rows(); ++row) {
    const T sum = logits.row(row).sum();
    logits.row(row) *= 1 / sum;
    normalisers[row] = static_cast<double>(largest[row]) + std::log(static_cast<double>(sum));
  }
}

/// ln P of one target a row, taken before the softmax changes the logits.
template <class T>
std::vector<double> target_logits(const Matrix<T>& logits, std::span<const Index> targets) {
  std::vector<double> result(targets.size(), 0);
  for (std::size_t i = 0; i < targets.size(); ++i)
    if (targets[i] >= 0) result[i] = static_cast<double>(logits(static_cast<Index>(i), targets[i]));
  return result;
}

/// One softmax layer: W (size x hidden), b (size x 1); a target below 0 counts nothing.
template <class T>
struct Layer {
  ConstRef<T> weights, bias;

  std::vector<double> forward(const Matrix<T>& x, std::span<const Index> targets, Matrix<T>& chances) const {
    chances.resize(x.rows(), weights.rows());
    chances = bias.transpose().replicate(x.rows(), 1);
    gemm(Transpose::no, Transpose::yes, T(1), x, weights, T(1), chances);
    std::vector<double> result = target_logits(chances, targets), normalisers;
    softmax_rows(chances, normalisers);
    for (std::size_t i = 0; i < targets.size(); ++i)
      if (targets[i] >= 0) result[i] -= normalisers[i];
    return result;
  }

  /// chances become the gradient of the logits.
  void backward(const Matrix<T>& x, std::span<const Index> targets, Matrix<T>& chances, T scale,
                MutableRef<T> to_weights, MutableRef<T> to_bias, Matrix<T>& to_x) const {
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const auto row = static_cast<Index>(i);
      if (targets[i] >= 0)
        chances(row, targets[i]) -= 1;
      else
        chances.row(row).setZero();
    }
    chances *= scale;
    gemm(Transpose::yes, Transpose::no, T(1), chances, x, T(1), to_weights);
    to_bias += chances.colwise().sum().transpose();
    to_x.resize(x.rows(), x.cols());
    gemm(Transpose::no, Transpose::no, T(1), chances, weights, T(0), to_x);
  }
};

}  // namespace

template <class T>
std::vector<double> class_softmax(const WordClasses& classes, const RnnWeights<T>& weights, const Matrix<T>& outputs,
                                  std::span<const std::int32_t> targets, T scale, RnnGradient<T>* gradient,
                                  Matrix<T>* to_outputs) {
  std::vector<Index> wanted(targets.size(), -1);
  std::vector<std::vector<Index>> rows_of(classes.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i] < 0) continue;
    wanted[i] = classes[targets[i]];
    rows_of[wanted[i]].push_back(static_cast<Index>(i));
  }
  Matrix<T> chances;
  const Layer<T> first{weights.class_weights, weights.class_bias};
  std::vector<double> result = first.forward(outputs, wanted, chances);
  if (gradient)
    first.backward(outputs, wanted, chances, scale, gradient->weights.class_weights, gradient->weights.class_bias,
                   *to_outputs);
  Matrix<T> x, to_x;
  for (std::int32_t c = 0; c < classes.size(); ++c) {
    const auto& rows = rows_of[c];
    const Index begin = classes.begin(c), size = classes.begin(c + 1) - begin;
    if (rows.empty() || size == 1) continue;
    x.resize(static_cast<Index>(rows.size()), outputs.cols());
    wanted.assign(rows.size(), 0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      x.row(static_cast<Index>(i)) = outputs.row(rows[i]);
      wanted[i] = classes.row(targets[rows[i]]) - begin;
    }
    const Layer<T> layer{weights.word_weights.middleRows(begin, size), weights.word_bias.middleRows(begin, size)};
    const std::vector<double> within = layer.forward(x, wanted, chances);
    for (std::size_t i = 0; i < rows.size(); ++i) result[rows[i]] += within[i];
    if (!gradient) continue;
    layer.backward(x, wanted, chances, scale, gradient->weights.word_weights.middleRows(begin, size),
                   gradient->weights.word_bias.middleRows(begin, size), to_x);
    gradient->touched.classes[c] = 1;
    for (std::size_t i = 0; i < rows.size(); ++i) to_outputs->row(rows[i]) += to_x.row(static_cast<Index>(i));
  }
  return result;
}

template std::vector<double> class_softmax(const WordClasses&, const RnnWeights<float>&, const Matrix<float>&,
                                           std::span<const std::int32_t>, float, RnnGradient<float>*, Matrix<float>*);
template std::vector<double> class_softmax(const WordClasses&, const RnnWeights<double>&, const Matrix<double>&,
                                           std::span<const std::int32_t>, double, RnnGradient<double>*,
                                           Matrix<double>*);

}  // namespace couplet
