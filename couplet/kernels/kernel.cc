#include "couplet/kernels/kernel.h"

#include <algorithm>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/kernels/kernel_node.h"

namespace couplet {
namespace {

constexpr Index row_block = 256;

}  // namespace

Kernel::Kernel(std::shared_ptr<const Node> root) : root_(std::move(root)), spec_(root_->spec()) {}

Kernel Kernel::parse(std::string_view spec) { return Kernel(parse_kernel(spec)); }

const std::string& Kernel::spec() const { return spec_; }

bool Kernel::has_explicit_features() const { return root_->has_explicit_features(); }

void Kernel::features(MutableRef<double> rows) const {
  if (!has_explicit_features()) throw Error(ErrorCode::internal, "kernel", spec_ + " has no explicit features");
  root_->features(rows);
}

void Kernel::evaluate(const ConstRef<double>& x, const ConstRef<double>& y, MutableRef<double> out) const {
  if (x.cols() != y.cols())
    throw Error(ErrorCode::data, "kernel",
                "vectors of " + std::to_string(x.cols()) + " and " + std::to_string(y.cols()) + " numbers");
  if (out.rows() != x.rows() || out.cols() != y.rows()) throw Error(ErrorCode::internal, "kernel", "shapes do not fit");
  for (Index begin = 0; begin < x.rows(); begin += row_block) {
    const Index count = std::min(row_block, x.rows() - begin);
    root_->evaluate(x.middleRows(begin, count), y, out.middleRows(begin, count));
  }
}

VectorD Kernel::diagonal(const ConstRef<double>& x) const {
  VectorD result;
  root_->diagonal(x, result);
  return result;
}

}  // namespace couplet
