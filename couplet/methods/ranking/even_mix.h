// The mean of several models' scores, each brought to one scale: what to trust before any grade was seen.
#pragma once

#include "couplet/linalg/matrix.h"
#include "couplet/model/container.h"

namespace couplet {

class EvenMix {
 public:
  /// The first `models` columns of values are scores; NaN is no score.
  static EvenMix learn(const MatrixD& values, Index models);

  Index models() const { return means_.size(); }
  /// For each row the mean over the models of (score - mean) / deviation; a score that is not known is the mean.
  VectorD of(const MatrixD& values) const;

  void write(ModelWriter& writer) const;
  /// Error(model) when the numbers make no sense.
  static EvenMix load(const ModelFile& file, Index models);

 private:
  VectorD means_, deviations_;
};

}  // namespace couplet
