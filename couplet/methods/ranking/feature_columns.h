// Features of any size as columns that weights can be learned for: standardised, or cut into pieces.
#pragma once

#include "couplet/linalg/matrix.h"
#include "couplet/model/container.h"

namespace couplet {

/// knots 0: a column a feature, less its mean and divided by its deviation. Else a feature becomes hats over quantiles
/// of the training values (a piecewise linear function is a weighted sum of them), each less its mean. A value that is
/// not known (NaN) is 0 in all columns: as good as the mean.
class FeatureColumns {
 public:
  /// values: candidates x features. knots: 0, or 3 and more.
  static FeatureColumns learn(const MatrixD& values, Index knots);

  Index features() const { return means_.rows(); }
  Index width() const { return knots_.cols() == 0 ? 1 : knots_.cols(); }
  /// candidates x (features * width()); columns of feature f from f * width() on.
  MatrixD columns(const MatrixD& values) const;

  void write(ModelWriter& writer) const;
  /// Error(model) when the numbers make no sense.
  static FeatureColumns load(const ModelFile& file, Index features);

 private:
  void fill(double value, Index feature, double* out) const;

  MatrixD knots_;  // features x knots, rising in each row; without columns: standardised
  MatrixD means_;  // features x width()
  VectorD deviations_;
};

}  // namespace couplet
