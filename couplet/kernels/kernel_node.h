// The parts a kernel is made of: one node a named kernel, a sum or a product.
#pragma once

#include <memory>
#include <string>

#include "couplet/kernels/kernel.h"

namespace couplet {

class Kernel::Node {
 public:
  virtual ~Node() = default;
  /// out(i, j) = k(x_i, y_j) for a block of rows small enough that copies of it stay in the cache.
  virtual void evaluate(const ConstRef<double>& x, const ConstRef<double>& y, MutableRef<double> out) const = 0;
  /// out[i] = k(x_i, x_i)
  virtual void diagonal(const ConstRef<double>& x, VectorD& out) const = 0;
  virtual std::string spec() const = 0;
  /// Phi in place, where has_explicit_features().
  virtual bool has_explicit_features() const { return false; }
  virtual void features(MutableRef<double> /*rows*/) const {}
  virtual bool is_sum() const { return false; }
};

using KernelNode = std::shared_ptr<const Kernel::Node>;

KernelNode linear_kernel();
KernelNode cosine_kernel();
KernelNode rbf_kernel(double sigma);
KernelNode laplacian_kernel(double sigma);
KernelNode polynomial_kernel(double scale, double offset, int degree);
KernelNode kernel_sum(KernelNode left, KernelNode right);
KernelNode kernel_product(KernelNode left, KernelNode right);

/// The tree of a spec; see Kernel::parse.
KernelNode parse_kernel(std::string_view spec);

}  // namespace couplet
