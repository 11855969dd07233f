// The kernel of one side as explicit features: linear and cosine exactly, the others by incomplete Cholesky.
#pragma once

#include <string>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"
#include "couplet/methods/cooccurrence/blocked_kernel.h"
#include "couplet/model/container.h"

namespace couplet {

/// phi with k(x, x') ~ phi(x).phi(x'). Immutable and thread-safe.
class FeatureMap {
 public:
  /// Linear or cosine, of each block: phi is the vector, or the vector at unit length.
  FeatureMap(BlockedKernel kernel, Index input_dimension);
  /// By incomplete Cholesky on `rows` (n x d): at most `rank` pivots. Error(data) when the kernel is zero on all of
  /// them. Warns when the kernel's rank on the data is below `rank`.
  static FeatureMap by_pivots(BlockedKernel kernel, const MatrixD& rows, Index rank, const std::string& side,
                              const Run& run);

  const BlockedKernel& kernel() const { return kernel_; }
  Index dimension() const { return dimension_; }
  /// Features of rows: n x dimension().
  MatrixD map(MatrixD rows, const Run& run) const;

  void write(ModelWriter& writer, const std::string& prefix) const;
  static FeatureMap load(const ModelFile& file, const std::string& prefix, BlockedKernel kernel, Index input_dimension);
  std::uint64_t fingerprint() const;

 private:
  BlockedKernel kernel_;
  Index dimension_;
  MatrixD pivots_;      // r x d: the pivots' vectors; empty for explicit features
  MatrixD triangular_;  // r x r: their features
};

}  // namespace couplet
