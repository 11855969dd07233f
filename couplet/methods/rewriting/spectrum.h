// Negative eigenvalues of a Gram matrix: how negative, and how to be rid of them.
#pragma once

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

struct SpectrumEnds {
  double smallest = 0, largest = 0;
  /// False for eigenvalues that rounding could have made: smallest >= -1e-9 largest.
  bool indefinite() const { return smallest < -1e-9 * largest; }
};

/// The two ends of the spectrum of a symmetric matrix, to about 1e-8 of the largest magnitude; by Krylov iteration:
/// some dozen products.
SpectrumEnds spectrum_ends(const MatrixD& gram, const Run& run);

/// The matrix with its negative eigenvalues set to 0, in place; returns the eigenvectors that belonged to them, a
/// column each (n x r). O(n^3).
MatrixD clip_spectrum(MatrixD& gram);

}  // namespace couplet
