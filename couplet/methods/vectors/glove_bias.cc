#include "couplet/methods/vectors/glove_bias.h"

#include <algorithm>
#include <cmath>

namespace couplet {
namespace {

/// Each row's best bias, given those of the other side: the weighted mean of -(t + other).
VectorD half_step(const CsrMatrix<double>& weights, const VectorD& weighted_targets, const VectorD& other,
                  const Run& run) {
  VectorD bias(weights.rows());
  run.pool.for_blocks(weights.rows(), 1024, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      double sum = -weighted_targets[i], total = 0;
      for (std::int64_t at = weights.offsets()[i]; at < weights.offsets()[i + 1]; ++at) {
        sum -= weights.values()[at] * other[weights.columns()[at]];
        total += weights.values()[at];
      }
      bias[i] = total > 0 ? sum / total : 0;
    }
  });
  return bias;
}

}  // namespace

GloveBias fit_glove_bias(const CsrMatrix<double>& counts, const CsrMatrix<double>& targets, const Run& run) {
  std::vector<double> weight = counts.values(), product(weight.size());
  for (std::size_t i = 0; i < weight.size(); ++i) {
    weight[i] = std::min(1.0, std::pow(weight[i] / 100, 0.75));
    product[i] = weight[i] * targets.values()[i];
  }
  const CsrMatrix<double> weights = counts.with_values(std::move(weight)), weights_t = weights.transposed();
  const CsrMatrix<double> products = counts.with_values(std::move(product));
  const VectorD row_targets = products.row_sums(), col_targets = products.col_sums();
  GloveBias bias{VectorD::Zero(counts.rows()), VectorD::Zero(counts.cols())};
  constexpr int most_rounds = 1000;
  Stage stage(*run.observer, "fitting biases");
  for (int round = 0; round < most_rounds; ++round) {
    run.stop->check();
    const VectorD row = half_step(weights, row_targets, bias.col, run);
    const VectorD col = half_step(weights_t, col_targets, row, run);
    const double change = (row - bias.row).norm() + (col - bias.col).norm(), size = row.norm() + col.norm();
    bias = {row, col};
    if (change <= 1e-8 * size) break;
  }
  const double mean = bias.col.mean();
  bias.row.array() += mean;
  bias.col.array() -= mean;
  return bias;
}

}  // namespace couplet
