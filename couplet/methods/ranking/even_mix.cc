#include "couplet/methods/ranking/even_mix.h"

#include <cmath>

#include "couplet/base/error.h"
#include "couplet/model/saved_matrix.h"

namespace couplet {

EvenMix EvenMix::learn(const MatrixD& values, Index models) {
  EvenMix result;
  result.means_ = VectorD::Zero(models);
  result.deviations_ = VectorD::Ones(models);
  for (Index m = 0; m < models; ++m) {
    double known = 0, sum = 0, squares = 0;
    for (const double value : values.col(m))
      if (!std::isnan(value)) ++known, sum += value;
    if (known == 0) continue;
    result.means_[m] = sum / known;
    for (const double value : values.col(m))
      if (!std::isnan(value)) squares += std::pow(value - result.means_[m], 2);
    if (squares > 0) result.deviations_[m] = std::sqrt(squares / known);
  }
  return result;
}

VectorD EvenMix::of(const MatrixD& values) const {
  VectorD result = VectorD::Zero(values.rows());
  for (Index m = 0; m < models(); ++m)
    for (Index i = 0; i < values.rows(); ++i)
      if (!std::isnan(values(i, m))) result[i] += (values(i, m) - means_[m]) / deviations_[m];
  return models() > 0 ? VectorD(result / static_cast<double>(models())) : result;
}

void EvenMix::write(ModelWriter& writer) const {
  if (models() == 0) return;
  add_vector(writer, "mix.means", means_);
  add_vector(writer, "mix.deviations", deviations_);
}

EvenMix EvenMix::load(const ModelFile& file, Index models) {
  EvenMix result;
  if (models == 0) return result;
  result.means_ = load_vector<double>(file, "mix.means", models);
  result.deviations_ = load_vector<double>(file, "mix.deviations", models);
  if (!(result.deviations_.array() > 0).all())
    throw Error(ErrorCode::model, file.path(), "the scales of the models' scores make no sense", "fit it again");
  return result;
}

}  // namespace couplet
