#include "couplet/search/flat_layout.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/observer.h"
#include "couplet/base/random.h"
#include "couplet/linalg/eigen_symmetric.h"

namespace couplet {
namespace {

constexpr Index rows_at_once = 4096;

/// Rows [first, first + count) at unit length.
MatrixD unit_block(const ConstRef<float>& rows, Index first, Index count) {
  MatrixD block = rows.middleRows(first, count).cast<double>();
  for (Index i = 0; i < count; ++i)
    if (const double norm = block.row(i).norm(); norm > 0) block.row(i) /= norm;
  return block;
}

}  // namespace

MatrixD principal_plane(const ConstRef<float>& rows, const Run& run) {
  const Index n = rows.rows(), d = rows.cols();
  MatrixD second = MatrixD::Zero(d, d), plane = MatrixD::Zero(n, 2);
  VectorD sum = VectorD::Zero(d);
  if (n == 0 || d == 0) return plane;
  for (Index first = 0; first < n; first += rows_at_once) {
    run.stop->check();
    const MatrixD block = unit_block(rows, first, std::min(rows_at_once, n - first));
    second.noalias() += block.transpose() * block;
    sum += block.colwise().sum().transpose();
  }
  const VectorD mean = sum / static_cast<double>(n);
  const MatrixD covariance = second / static_cast<double>(n) - mean * mean.transpose();
  const MatrixD axes = eigen_symmetric(covariance).vectors.leftCols(std::min<Index>(2, d));
  for (Index first = 0; first < n; first += rows_at_once) {
    const Index count = std::min(rows_at_once, n - first);
    plane.block(first, 0, count, axes.cols()).noalias() =
        (unit_block(rows, first, count).rowwise() - mean.transpose()) * axes;
  }
  return plane;
}

MatrixD neighbour_plane(const std::vector<std::vector<Neighbour>>& neighbours, const MatrixD& start, const Run& run) {
  constexpr int rounds = 200, others = 4;
  static constexpr double longest_step = 4, near = 1e-3;
  const Index n = start.rows();
  MatrixD plane = start;
  if (n < 3) return plane;
  // The rounds move a point by a few units: the start is brought to that size, coincident points are pulled apart.
  const double size = plane.cwiseAbs().maxCoeff();
  if (size > 0) plane *= 10 / size;
  Random random(run.seed);
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < 2; ++c) plane(i, c) += near * random.normal();
  const auto step = [](double value) { return std::clamp(value, -longest_step, longest_step); };
  Stage stage(*run.observer, "laying out", rounds, "rounds");
  for (int round = 0; round < rounds; ++round) {
    run.stop->check();
    const double rate = 1 - static_cast<double>(round) / rounds;
    for (Index i = 0; i < n; ++i) {
      for (const Neighbour& neighbour : neighbours[i]) {
        const Index j = neighbour.id;
        const double x = plane(i, 0) - plane(j, 0), y = plane(i, 1) - plane(j, 1), pull = -2 / (1 + x * x + y * y);
        plane(i, 0) += rate * step(pull * x), plane(i, 1) += rate * step(pull * y);
        plane(j, 0) -= rate * step(pull * x), plane(j, 1) -= rate * step(pull * y);
      }
      for (int k = 0; k < others; ++k) {
        const Index j = random.below(n);
        if (j == i) continue;
        const double x = plane(i, 0) - plane(j, 0), y = plane(i, 1) - plane(j, 1), far = x * x + y * y;
        const double push = 2 / ((near + far) * (1 + far));
        plane(i, 0) += rate * step(push * x), plane(i, 1) += rate * step(push * y);
      }
    }
    stage.advance_to(round + 1);
  }
  return plane.rowwise() - plane.colwise().mean();
}

}  // namespace couplet
