#include "couplet/methods/cooccurrence/coupling.h"

#include <cmath>

#include "couplet/base/error.h"
#include "couplet/linalg/eigen_symmetric.h"
#include "couplet/linalg/svd_dense.h"

namespace couplet {

namespace {

void require_variance(const VectorD& mean, const MatrixD& moments, Index count, const char* side) {
  // Rounding leaves about count * mean^2 * eps^2 in the co-moments of constant vectors.
  const double noise = 1e-24 * static_cast<double>(count) * (mean.squaredNorm() + 1e-300);
  if (moments.trace() > noise) return;
  throw Error(
      ErrorCode::data, std::string(side) + " side",
      count == 1 ? "one pair only: nothing to compare it with" : "all texts have the same vector (zero variance)",
      "check --columns and --encoder, or give more pairs");
}

}  // namespace

Coupling::Coupling(const Moments& moments, const CouplingOptions& options)
    : options_(options), mean_x_(moments.mean_x), mean_y_(moments.mean_y) {
  if (moments.count == 0)
    throw Error(ErrorCode::data, "", "no pair is left to learn from",
                "check the input, --columns, --text and --vectors");
  require_variance(mean_x_, moments.xx, moments.count, "left");
  require_variance(mean_y_, moments.yy, moments.count, "right");
  if (options.whiten <= 0) {
    left_map_ = moments.cov_xy();
    return;
  }
  const MatrixD cov_xx = moments.cov_xx(), cov_yy = moments.cov_yy();
  ridge_x_ = options.whiten * cov_xx.trace() / static_cast<double>(cov_xx.rows());
  ridge_y_ = options.whiten * cov_yy.trace() / static_cast<double>(cov_yy.rows());
  const MatrixD white_x = inverse_square_root(cov_xx, ridge_x_), white_y = inverse_square_root(cov_yy, ridge_y_);
  const MatrixD between = white_x * moments.cov_xy() * white_y;
  const auto svd = svd_dense<double>(between);
  // Directions without correlation carry only rounding noise, which the cosine would not forgive. One is kept in any
  // case: sides without any correlation have a joint space too, where every score is 0.
  constexpr double noise = 1e-12;
  Index rank = 1;
  while (rank < svd.s.size() && svd.s[rank] > noise * svd.s[0]) ++rank;
  spectrum_ = svd.s.head(rank);
  const VectorD root =
      (spectrum_.array() > noise)
          .select(options.power == 0.5 ? VectorD(spectrum_.cwiseSqrt()) : VectorD(spectrum_.array().pow(options.power)),
                  0);
  left_map_.noalias() = white_x * (svd.u.leftCols(rank) * root.asDiagonal());
  right_map_.noalias() = white_y * (svd.v.leftCols(rank) * root.asDiagonal());
}

Coupling Coupling::at_power(double power) const {
  Coupling result = *this;
  if (power == options_.power) return result;
  const VectorD factors =
      (spectrum_.array() > 0).select(spectrum_.array().pow(power - options_.power), VectorD::Zero(spectrum_.size()));
  result.left_map_ *= factors.asDiagonal();
  result.right_map_ *= factors.asDiagonal();
  result.options_.power = power;
  return result;
}

MatrixD Coupling::map(Side side, const MatrixD& features) const {
  const MatrixD& matrix = side == Side::left ? left_map_ : right_map_;
  if (matrix.size() == 0) return features;
  MatrixD result(features.rows(), matrix.cols());
  result.noalias() = features * matrix;
  return result;
}

VectorD Coupling::unmapped(const VectorD& a) const {
  return left_map_ * (spectrum_.array() > 0).select(a.cwiseQuotient(spectrum_), 0);
}

MatrixD Coupling::embed(Side side, MatrixD features) const {
  features.rowwise() -= mean(side).transpose();
  MatrixD result = map(side, features);
  if (options_.cosine)
    for (Index i = 0; i < result.rows(); ++i)
      if (const double length = result.row(i).norm(); length > 0) result.row(i) /= length;
  return result;
}

}  // namespace couplet
