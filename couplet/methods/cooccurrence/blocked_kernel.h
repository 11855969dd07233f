// One kernel a block of a joined encoder's numbers, all added or all multiplied.
#pragma once

#include <string>
#include <vector>

#include "couplet/kernels/kernel.h"

namespace couplet {

/// k(x, x') = sum or product over blocks b of weight_b^2 k_b(x_b, x'_b). Immutable, safe to share.
class BlockedKernel {
 public:
  struct Block {
    Kernel kernel;
    double weight = 1;
    Index width = 0;  // numbers of the block; of an only block: any
  };
  BlockedKernel(Kernel only);  // NOLINT(google-explicit-constructor): one kernel for all numbers
  BlockedKernel(std::vector<Block> blocks, bool product);

  /// The blocks' kernels with ';' between them.
  std::string spec() const;
  /// True for sums of linear and cosine kernels.
  bool has_explicit_features() const;
  /// What each number of a row is multiplied by; only with explicit features.
  VectorD factors(const ConstRef<double>& row) const;
  /// Replaces rows x by phi(x); only with explicit features.
  void features(MatrixD& rows) const;
  /// out(i, j) = k(row i of x, row j of y).
  void evaluate(const ConstRef<double>& x, const ConstRef<double>& y, MutableRef<double> out) const;
  VectorD diagonal(const ConstRef<double>& x) const;

 private:
  bool plain() const { return blocks_.size() == 1 && blocks_[0].weight == 1; }

  std::vector<Block> blocks_;
  bool product_ = false;
};

}  // namespace couplet
