// From statistics to scores: PHSIC, its whitened form, and the cosine in canonical space.
#pragma once

#include "couplet/methods/cooccurrence/moments.h"
#include "couplet/model/capabilities.h"

namespace couplet {

/// How two features are joined into a score.
struct CouplingOptions {
  double whiten = 0;    // ridge as a share of the mean eigenvalue; 0: plain PHSIC
  bool cosine = false;  // cosine instead of inner product in the joint space
  double power = 0.5;   // of the singular values in both maps; 0.5: the inner product is the whitened score below
};

/// Linear maps of both sides into one space where the inner product of a pair is its score:
///   plain     (x - mx)^T Cxy (y - my)                                          [Yokoi et al. 2018, eq. 14]
///   whitened  (x - mx)^T (Cxx + aI)^-1 Cxy (Cyy + bI)^-1 (y - my)
/// With U S V^T = (Cxx + aI)^-1/2 Cxy (Cyy + bI)^-1/2 the whitened maps are x -> S^1/2 U^T (Cxx + aI)^-1/2 (x - mx),
/// likewise y (regularised canonical correlation analysis); power: of S. cosine: vectors are brought to unit length.
class Coupling {
 public:
  /// O(d^3). Error(data) when a side does not vary.
  Coupling(const Moments& moments, const CouplingOptions& options);

  const CouplingOptions& options() const { return options_; }
  Index dimension() const { return left_map_.cols(); }
  const VectorD& mean(Side side) const { return side == Side::left ? mean_x_ : mean_y_; }

  /// Features (n x d) to the joint space (n x dimension()); unit length when cosine. Rows without length stay zero.
  MatrixD embed(Side side, MatrixD features) const;
  /// The same without centring and without bringing to unit length: for single terms of a text.
  MatrixD map(Side side, const MatrixD& features) const;

  /// The same with another power of S, without solving anything again. Whitened only.
  Coupling at_power(double power) const;

  /// A S^-1 a for a vector a of the joint space, A being the left map: what explains a score by training pairs.
  VectorD unmapped(const VectorD& a) const;

  /// The ridges a and b, 0 when plain.
  double ridge(Side side) const { return side == Side::left ? ridge_x_ : ridge_y_; }

 private:
  CouplingOptions options_;
  VectorD mean_x_, mean_y_;
  double ridge_x_ = 0, ridge_y_ = 0;
  VectorD spectrum_;   // r singular values; empty when plain
  MatrixD left_map_;   // dx x r
  MatrixD right_map_;  // dy x r; empty: the identity
};

}  // namespace couplet
