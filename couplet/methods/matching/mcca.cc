#include "couplet/methods/matching/mcca.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/linalg/eigen_symmetric.h"
#include "couplet/linalg/operators.h"
#include "couplet/linalg/svd_dense.h"
#include "couplet/linalg/truncated_svd.h"
#include "couplet/methods/matching/seeded_assignment.h"

namespace couplet {
namespace {

/// Coordinates on the first principal components, n x d: U sqrt(S) of the centred kernel.
MatrixD components(const MatrixF& kernel, Index dimensions, const Run& run) {
  const DenseOperator<float> operation(kernel);
  const TruncatedSvd<float> svd = truncated_svd<float>(operation, std::min(dimensions, kernel.rows()), {}, run);
  MatrixD coordinates = svd.u.cast<double>();
  coordinates.array().rowwise() *= svd.s.cast<double>().cwiseSqrt().transpose().array();
  return coordinates;
}

MatrixD chosen_rows(const MatrixD& all, const std::vector<Index>& rows) {
  MatrixD chosen(static_cast<Index>(rows.size()), all.cols());
  for (std::size_t k = 0; k < rows.size(); ++k) chosen.row(static_cast<Index>(k)) = all.row(rows[k]);
  return chosen;
}

MatrixD unit_rows(MatrixD rows) {
  for (Index i = 0; i < rows.rows(); ++i)
    if (const double norm = rows.row(i).norm(); norm > 0) rows.row(i) /= norm;
  return rows;
}

MatrixD whitening(const MatrixD& rows, double ridge) {
  const MatrixD covariance = rows.transpose() * rows / static_cast<double>(rows.rows());
  const double mean_variance = covariance.trace() / static_cast<double>(std::max<Index>(1, covariance.rows()));
  return inverse_square_root(covariance, ridge * mean_variance);
}

/// Cosines in the joint space that CCA of the pairs makes; directions count by their correlation.
MatrixF joint_similarities(const MatrixD& left, const MatrixD& right, const ObjectPairs& pairs, double ridge) {
  std::vector<Index> lefts, rights;
  for (const auto& [i, j] : pairs) {
    lefts.push_back(i);
    rights.push_back(j);
  }
  const MatrixD x = chosen_rows(left, lefts), y = chosen_rows(right, rights);
  const MatrixD wx = whitening(x, ridge), wy = whitening(y, ridge);
  const DenseSvd<double> svd = svd_dense<double>(wx * (x.transpose() * y / static_cast<double>(x.rows())) * wy);
  const MatrixD a = unit_rows(left * (wx * svd.u * svd.s.asDiagonal()));
  const MatrixD b = unit_rows(right * (wy * svd.v * svd.s.asDiagonal()));
  return (a * b.transpose()).cast<float>();
}

}  // namespace

Grown match_by_cca(const KernelPair& kernels, const ObjectPairs& seeds, const MccaOptions& options, const Run& run) {
  if (seeds.size() < 2)
    throw Error(ErrorCode::usage, "--method mcca", "learns from seeds, and has fewer than 2", "give --seeds FILE");
  const MatrixD left = components(kernels.left, options.dimensions, run);
  const MatrixD right = components(kernels.right, options.dimensions, run);
  const Index all = std::min(left.rows(), right.rows());
  SeededAssignment assignment(left.rows(), right.rows(), seeds, run);
  ObjectPairs pairs = seeds;
  Grown grown;
  Stage stage(*run.observer, "canonical correlations", options.rounds, "rounds");
  for (Index round = 1;; ++round) {
    run.stop->check();
    grown.weights = joint_similarities(left, right, pairs, options.ridge);
    grown.right_of_left = assignment.solve(grown.weights);
    stage.advance_to(round);
    if (round > options.rounds) return grown;
    const auto first = static_cast<Index>(seeds.size());
    pairs = surest_pairs(assignment, grown.weights, grown.right_of_left, Sureness::margin,
                         first + (all - first) * round / options.rounds);
  }
}

}  // namespace couplet
