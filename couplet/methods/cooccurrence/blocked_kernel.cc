#include "couplet/methods/cooccurrence/blocked_kernel.h"

#include <algorithm>

namespace couplet {

BlockedKernel::BlockedKernel(Kernel only) : blocks_{{std::move(only), 1, 0}} {}

BlockedKernel::BlockedKernel(std::vector<Block> blocks, bool product) : blocks_(std::move(blocks)), product_(product) {}

std::string BlockedKernel::spec() const {
  std::string all = blocks_[0].kernel.spec();
  for (std::size_t b = 1; b < blocks_.size(); ++b) all += ";" + blocks_[b].kernel.spec();
  return all;
}

bool BlockedKernel::has_explicit_features() const {
  return (blocks_.size() == 1 || !product_) && std::all_of(blocks_.begin(), blocks_.end(), [](const Block& block) {
           return block.kernel.has_explicit_features();
         });
}

VectorD BlockedKernel::factors(const ConstRef<double>& row) const {
  VectorD result(row.cols());
  Index column = 0;
  for (const Block& block : blocks_) {
    const Index width = blocks_.size() == 1 ? row.cols() : block.width;
    double factor = block.weight;
    if (const double length = row.row(0).segment(column, width).norm(); block.kernel.spec() == "cosine")
      factor = length > 0 ? factor / length : 0;
    result.segment(column, width).setConstant(factor);
    column += width;
  }
  return result;
}

void BlockedKernel::features(MatrixD& rows) const {
  if (plain()) return blocks_[0].kernel.features(rows);
  Index column = 0;
  for (const Block& block : blocks_) {
    const Index width = blocks_.size() == 1 ? rows.cols() : block.width;
    block.kernel.features(rows.middleCols(column, width));
    rows.middleCols(column, width) *= block.weight;
    column += width;
  }
}

void BlockedKernel::evaluate(const ConstRef<double>& x, const ConstRef<double>& y, MutableRef<double> out) const {
  if (plain()) return blocks_[0].kernel.evaluate(x, y, out);
  MatrixD one(out.rows(), out.cols());
  out.setConstant(product_ ? 1 : 0);
  Index column = 0;
  for (const Block& block : blocks_) {
    const Index width = blocks_.size() == 1 ? x.cols() : block.width;
    block.kernel.evaluate(x.middleCols(column, width), y.middleCols(column, width), one);
    one *= block.weight * block.weight;
    product_ ? void(out.array() *= one.array()) : void(out += one);
    column += width;
  }
}

VectorD BlockedKernel::diagonal(const ConstRef<double>& x) const {
  if (plain()) return blocks_[0].kernel.diagonal(x);
  VectorD all = VectorD::Constant(x.rows(), product_ ? 1 : 0);
  Index column = 0;
  for (const Block& block : blocks_) {
    const Index width = blocks_.size() == 1 ? x.cols() : block.width;
    const VectorD one = block.kernel.diagonal(x.middleCols(column, width)) * (block.weight * block.weight);
    product_ ? void(all.array() *= one.array()) : void(all += one);
    column += width;
  }
  return all;
}

}  // namespace couplet
