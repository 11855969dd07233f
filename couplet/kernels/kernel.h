// Kernels on vectors, made from one textual spec.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "couplet/linalg/matrix.h"

namespace couplet {

/// A positive semi-definite kernel on rows of numbers. Immutable, cheap to copy, safe to share.
///
/// Specs:
///   linear                                x.y
///   cosine                                x.y / (|x| |y|); 0 when either is the zero vector
///   rbf:sigma=1.0  (or gaussian)          exp(-|x-y|^2 / (2 sigma^2))
///   laplacian:sigma=2                     exp(-|x-y|_1 / sigma)
///   poly:scale=0.5,offset=1,degree=2      (scale x.y + offset)^degree, scale > 0, offset >= 0, degree a whole number
///   >= 1
/// Sums and products: "rbf:sigma=1+linear", "cosine*rbf:sigma=2"; * binds tighter than +, parentheses allowed.
/// Parameters left out have the defaults sigma=1, scale=1, offset=1, degree=2.
class Kernel {
 public:
  /// Throws Error(usage, "kernel", ...) with a suggestion for a misspelt name or parameter.
  static Kernel parse(std::string_view spec);

  /// Canonical spelling: every parameter written out, no spaces, only needed parentheses. parse(spec()) is the same
  /// kernel.
  const std::string& spec() const;

  /// True for linear and cosine alone: features() gives phi with k(x, y) = phi(x).phi(y).
  bool has_explicit_features() const;

  /// Replaces rows x by phi(x), same width (linear: unchanged; cosine: unit length, zero rows stay zero).
  /// Error(internal) when there are no explicit features.
  void features(MutableRef<double> rows) const;

  /// out(i, j) = k(row i of x, row j of y); x: n x d, y: m x d, out: n x m. On the calling thread; callers are parallel
  /// over blocks of rows. One matrix product for all but laplacian; relative accuracy 1e-11 or better.
  void evaluate(const ConstRef<double>& x, const ConstRef<double>& y, MutableRef<double> out) const;

  /// k(row i, row i); length n.
  VectorD diagonal(const ConstRef<double>& x) const;

  class Node;

 private:
  explicit Kernel(std::shared_ptr<const Node> root);
  std::shared_ptr<const Node> root_;
  std::string spec_;
};

}  // namespace couplet
