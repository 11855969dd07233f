// Sufficient statistics of pairs of feature vectors: enough for PHSIC, its whitened form and its independence test.
#pragma once

#include <span>

#include "couplet/base/part_bytes.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// Count, means and centred co-moments of pairs (x, y), each of which may have a weight. Shards add up exactly (Chan,
/// Golub & LeVeque 1979), pairs can be taken out again. Doubles throughout: blocks are centred by their own mean first,
/// so large means cost no digits.
struct Moments {
  Index count = 0;
  double weight = 0;       // the sum of the pairs' weights: as many as they are, usually
  VectorD mean_x, mean_y;  // dx, dy
  MatrixD xx, yy, xy;      // sums of (x - mean)(x - mean)^T, ...: dx x dx, dy x dy, dx x dy

  Moments() = default;
  /// No pairs yet.
  Moments(Index dx, Index dy);
  /// Of a block: x is n x dx, y is n x dy; both are centred in place (and scaled, where weights are given: n numbers
  /// above 0). Cost 2 n (dx dy + (dx^2 + dy^2)/2) flops.
  static Moments of(MatrixD& x, MatrixD& y, std::span<const double> weights = {});

  void add(const Moments& other);
  /// Undoes add(other). Error(data), and this is spoilt, when other holds as many pairs or more, or cannot have been
  /// added: a variance would be negative.
  void remove(const Moments& other);
  void write(PartWriter& writer) const;
  static Moments read(PartReader& reader);

  /// Covariances: co-moments over the weight.
  MatrixD cov_xx() const { return xx / weight; }
  MatrixD cov_yy() const { return yy / weight; }
  MatrixD cov_xy() const { return xy / weight; }
  /// HSIC = |C_xy|_F^2: the mean of PHSIC over the pairs.
  double hsic() const;
};

}  // namespace couplet
