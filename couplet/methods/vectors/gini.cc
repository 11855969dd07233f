#include "couplet/methods/vectors/gini.h"

namespace couplet {
namespace {

double gini_variance(const VectorD& sums) { return 0.5 * (1 - sums.squaredNorm() / (sums.sum() * sums.sum())); }

}  // namespace

RotatedGini rotated_gini(const CountTable& table, const Decomposition& d, const Run& run) {
  run.memory.require(table.counts.rows() * table.counts.cols() * 8, "the rotation of a table");
  RotatedGini result{gini_variance(table.row_sums()), gini_variance(table.col_sums()), 0.5 * d.s.sum(), {}, &table};
  const MatrixD left = d.row_scale.cwiseInverse().asDiagonal() * d.u,
                right = d.col_scale.cwiseInverse().asDiagonal() * d.v;
  result.rotation = left * right.transpose();
  return result;
}

}  // namespace couplet
