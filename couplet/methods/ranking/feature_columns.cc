#include "couplet/methods/ranking/feature_columns.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/model/saved_matrix.h"

namespace couplet {

FeatureColumns FeatureColumns::learn(const MatrixD& values, Index knots) {
  FeatureColumns result;
  const Index features = values.cols();
  result.knots_ = MatrixD::Zero(features, knots);
  for (Index f = 0; f < features && knots > 0; ++f) {
    std::vector<double> sorted;
    for (Index i = 0; i < values.rows(); ++i)
      if (!std::isnan(values(i, f))) sorted.push_back(values(i, f));
    std::sort(sorted.begin(), sorted.end());
    for (Index k = 0; k < knots && !sorted.empty(); ++k)
      result.knots_(f, k) = sorted[static_cast<std::size_t>(k) * (sorted.size() - 1) / (knots - 1)];
  }
  result.means_ = MatrixD::Zero(features, result.width());
  result.deviations_ = VectorD::Ones(features);
  // The means of the columns as they are now, known values only.
  const MatrixD raw = result.columns(values);
  for (Index f = 0; f < features; ++f) {
    double known = 0, squares = 0;
    for (Index i = 0; i < values.rows(); ++i) known += !std::isnan(values(i, f));
    if (known == 0) continue;
    for (Index k = 0; k < result.width(); ++k) result.means_(f, k) = raw.col(f * result.width() + k).sum() / known;
    if (knots > 0) continue;
    for (Index i = 0; i < values.rows(); ++i)
      if (!std::isnan(values(i, f))) squares += std::pow(values(i, f) - result.means_(f, 0), 2);
    if (squares > 0) result.deviations_[f] = std::sqrt(squares / known);
  }
  return result;
}

void FeatureColumns::fill(double value, Index feature, double* out) const {
  const Index n = width();
  std::fill(out, out + n, 0.0);
  if (std::isnan(value)) return;
  if (knots_.cols() == 0) {
    out[0] = value;
  } else {
    const double* knots = knots_.row(feature).data();
    const Index above = std::upper_bound(knots, knots + n, value) - knots;
    if (above == 0 || above == n) {
      out[above == 0 ? 0 : n - 1] = 1;
    } else {
      const double part = (value - knots[above - 1]) / (knots[above] - knots[above - 1]);
      out[above - 1] = 1 - part;
      out[above] = part;
    }
  }
  for (Index k = 0; k < n; ++k) out[k] = (out[k] - means_(feature, k)) / deviations_[feature];
}

MatrixD FeatureColumns::columns(const MatrixD& values) const {
  MatrixD result(values.rows(), features() * width());
  for (Index i = 0; i < values.rows(); ++i)
    for (Index f = 0; f < features(); ++f) fill(values(i, f), f, result.row(i).data() + f * width());
  return result;
}

void FeatureColumns::write(ModelWriter& writer) const {
  if (knots_.cols() > 0) add_matrix(writer, "columns.knots", knots_);
  add_matrix(writer, "columns.means", means_);
  add_vector(writer, "columns.deviations", deviations_);
}

FeatureColumns FeatureColumns::load(const ModelFile& file, Index features) {
  FeatureColumns result;
  result.knots_ = MatrixD(features, 0);
  if (file.has("columns.knots")) result.knots_ = load_matrix<double>(file, "columns.knots", features, -1);
  result.means_ = load_matrix<double>(file, "columns.means", features, result.width());
  result.deviations_ = load_vector<double>(file, "columns.deviations", features);
  bool sound = (result.deviations_.array() > 0).all();
  for (Index f = 0; f < features; ++f)
    for (Index k = 1; k < result.knots_.cols(); ++k) sound = sound && result.knots_(f, k - 1) <= result.knots_(f, k);
  if (!sound) throw Error(ErrorCode::model, file.path(), "the columns of the features make no sense", "fit it again");
  return result;
}

}  // namespace couplet
