#include "couplet/methods/vectors/side_kernel.h"

#include <fmt/format.h>

#include <cmath>

#include "couplet/base/error.h"
#include "couplet/linalg/lapack.h"

namespace couplet {
namespace {

void require_weights(const VectorD& weights) {
  for (Index i = 0; i < weights.size(); ++i)
    if (!(weights[i] > 0) || !std::isfinite(weights[i]))
      throw Error(ErrorCode::data, fmt::format("kernel, label {}", i + 1),
                  fmt::format("the weight {} is not positive", weights[i]), "weights are above 0");
}

}  // namespace

SideKernel::SideKernel(VectorD weights) : root_(std::move(weights)) {
  require_weights(root_);
  root_ = root_.array().sqrt();
}

SideKernel::SideKernel(const CsrMatrix<double>& kernel, const Run& run) : root_(VectorD::Zero(kernel.rows())) {
  const CsrMatrix<double> mirrored = kernel.transposed();
  if (mirrored.columns() != kernel.columns() || mirrored.values() != kernel.values())
    throw Error(ErrorCode::data, "kernel", "it is not symmetric",
                "give both (a, b) and (b, a) the same value, or one of them");
  std::vector<Index> place(kernel.rows(), -1);  // in the block
  for (Index i = 0; i < kernel.rows(); ++i) {
    bool related = false;
    for (std::int64_t at = kernel.offsets()[i]; at < kernel.offsets()[i + 1]; ++at) {
      if (kernel.columns()[at] == i)
        root_[i] = kernel.values()[at];
      else
        related = related || kernel.values()[at] != 0;
    }
    if (!related) continue;
    place[i] = static_cast<Index>(related_.size());
    related_.push_back(i);
  }
  require_weights(root_);
  root_ = root_.array().sqrt();
  if (related_.empty()) return;
  const auto size = static_cast<Index>(related_.size());
  run.memory.require(2 * size * size * 8, fmt::format("the kernel of {} related labels", size));
  factor_ = MatrixD::Zero(size, size);
  for (const Index i : related_) {
    for (std::int64_t at = kernel.offsets()[i]; at < kernel.offsets()[i + 1]; ++at)
      if (const Index column = place[kernel.columns()[at]]; column >= 0)
        factor_(place[i], column) = kernel.values()[at];
    root_[i] = 1;
  }
  if (!lapack::potrf_upper(factor_))
    throw Error(ErrorCode::data, "kernel", "it is not positive definite",
                "make the diagonal larger, or the similarities smaller");
}

template <class T>
void SideKernel::multiply_block(MutableRef<T> x, bool transposed) const {
  if (related_.empty()) return;
  const MatrixD old = x(related_, Eigen::all).template cast<double>();
  MatrixD fresh(old.rows(), old.cols());
  gemm(transposed ? Transpose::no : Transpose::yes, Transpose::no, 1.0, factor_, old, 0.0, fresh);
  x(related_, Eigen::all) = fresh.template cast<T>();
}

template <class T>
void SideKernel::apply_block(MutableRef<T> x) const {
  multiply_block<T>(x, false);
}

template <class T>
void SideKernel::apply_block_transposed(MutableRef<T> x) const {
  multiply_block<T>(x, true);
}

template void SideKernel::apply_block<float>(MutableRef<float>) const;
template void SideKernel::apply_block<double>(MutableRef<double>) const;
template void SideKernel::apply_block_transposed<float>(MutableRef<float>) const;
template void SideKernel::apply_block_transposed<double>(MutableRef<double>) const;

}  // namespace couplet
