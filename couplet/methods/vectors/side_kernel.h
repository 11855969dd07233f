// A user's kernel for one side of a table: weights of labels, and, for some of them, how they go together.
#pragma once

#include <vector>

#include "couplet/linalg/matrix.h"
#include "couplet/linalg/sparse.h"

namespace couplet {

/// K = L L^T, symmetric positive definite. Labels that are related to no other have only a weight on the diagonal; the
/// related ones form one dense block. So a kernel that relates a thousand words costs a thousand squared, however many
/// words there are.
class SideKernel {
 public:
  /// The identity, of any size.
  SideKernel() = default;
  /// Only weights, one a label, each positive; Error(data) otherwise.
  explicit SideKernel(VectorD weights);
  /// A symmetric matrix with positive diagonal. Error(data) when it is not symmetric or not positive definite,
  /// Error(io) when the block of related labels is larger than run.memory.
  SideKernel(const CsrMatrix<double>& kernel, const Run& run);

  bool identity() const { return root_.size() == 0; }
  /// L is diagonal.
  bool diagonal() const { return related_.empty(); }
  /// sqrt of the weights; empty for the identity. Of related labels 1: the block has their weight.
  const VectorD& root() const { return root_; }

  /// x = B x and x = B^T x in place, B the block's part of L (the identity for other labels), L = D(root) B; x: labels
  /// x b.
  template <class T>
  void apply_block(MutableRef<T> x) const;
  template <class T>
  void apply_block_transposed(MutableRef<T> x) const;

 private:
  template <class T>
  void multiply_block(MutableRef<T> x, bool transposed) const;

  VectorD root_;
  std::vector<Index> related_;  // the labels of the block
  MatrixD factor_;              // upper triangular R, block = R^T R: L of the block is R^T
};

}  // namespace couplet
