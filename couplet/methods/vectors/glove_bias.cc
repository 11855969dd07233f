#include "couplet/methods/vectors/glove_bias.h"

#include <algorithm>
#include <cmath>

#include "couplet/linalg/team_rows.h"

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

/// One side of the table: weights, and the weighted targets added up.
struct GloveSide {
  CsrMatrix<double> weights;
  VectorD targets;
  const std::vector<Index>* begins = nullptr;  // in a team: whose rows these are

  VectorD shared(VectorD of_rows, const Run& run) const {
    if (begins) exchange_rows<double>(Eigen::Map<MatrixD>(of_rows.data(), of_rows.size(), 1), *begins, *run.team);
    return of_rows;
  }
  VectorD best(const VectorD& other, const Run& run) const {
    return shared(half_step(weights, targets, other, run), run);
  }
};

std::vector<double> glove_weights(const CsrMatrix<double>& counts) {
  std::vector<double> weights = counts.values();
  for (double& weight : weights) weight = std::min(1.0, std::pow(weight / 100, 0.75));
  return weights;
}

CsrMatrix<double> weighted(const CsrMatrix<double>& weights, const CsrMatrix<double>& targets) {
  std::vector<double> products = weights.values();
  for (std::size_t i = 0; i < products.size(); ++i) products[i] *= targets.values()[i];
  return weights.with_values(std::move(products));
}

GloveBias fit_sides(const GloveSide& rows, const GloveSide& cols, const Run& run) {
  GloveBias bias{VectorD::Zero(rows.targets.size()), VectorD::Zero(cols.targets.size())};
  constexpr int most_rounds = 1000;
  Stage stage(*run.observer, "fitting biases");
  for (int round = 0; round < most_rounds; ++round) {
    run.stop->check();
    const VectorD row = rows.best(bias.col, run);
    const VectorD col = cols.best(row, run);
    const double change = (row - bias.row).norm() + (col - bias.col).norm(), size = row.norm() + col.norm();
    bias = {row, col};
    if (change <= 1e-8 * size) break;
  }
  const double mean = bias.col.mean();
  bias.row.array() += mean;
  bias.col.array() -= mean;
  return bias;
}

}  // namespace

GloveBias fit_glove_bias(const CsrMatrix<double>& counts, const CsrMatrix<double>& targets, const Run& run) {
  GloveSide rows{counts.with_values(glove_weights(counts)), {}};
  GloveSide cols{rows.weights.transposed(), {}};
  const CsrMatrix<double> products = weighted(rows.weights, targets);
  rows.targets = products.row_sums();
  cols.targets = products.col_sums();
  return fit_sides(rows, cols, run);
}

GloveBias fit_glove_bias(const CsrMatrix<double>& counts, const CsrMatrix<double>& targets,
                         const CsrMatrix<double>& counts_by_columns, const CsrMatrix<double>& targets_by_columns,
                         const SharedBegins& begins, const Run& run) {
  const auto side = [](const CsrMatrix<double>& cells, const CsrMatrix<double>& its_targets,
                       const std::vector<Index>& its_begins) {
    GloveSide made{cells.with_values(glove_weights(cells)), {}, &its_begins};
    made.targets = weighted(made.weights, its_targets).row_sums();
    return made;
  };
  return fit_sides(side(counts, targets, begins.rows), side(counts_by_columns, targets_by_columns, begins.cols), run);
}

}  // namespace couplet
