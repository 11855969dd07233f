// Objects told by the sorted list of their similarities, as unsupervised word translation begins (Artetxe, Labaka &
// Agirre 2018).
#include <algorithm>
#include <cmath>

#include "couplet/linalg/lapack.h"
#include "couplet/methods/matching/evidence.h"
#include "couplet/methods/matching/kernelized_sorting.h"

namespace couplet {
namespace {

/// Row i: the similarities of object i in falling order, at `length` quantiles; columns to mean 0 and deviation 1, as
/// the two kernels may have different scales.
MatrixF sorted_profiles(const MatrixF& kernel, Index length, const Run& run) {
  const Index n = kernel.rows();
  MatrixF profiles(n, length);
  run.pool.for_blocks(n, 64, [&](Index begin, Index end) {
    std::vector<float> row(n);
    for (Index i = begin; i < end; ++i) {
      std::copy_n(kernel.data() + i * n, n, row.begin());
      std::sort(row.begin(), row.end(), std::greater<>());
      for (Index k = 0; k < length; ++k) profiles(i, k) = row[k * n / length];
    }
  });
  for (Index k = 0; k < length; ++k) {
    const double mean = profiles.col(k).cast<double>().mean();
    const double deviation =
        std::sqrt((profiles.col(k).cast<double>().array() - mean).square().sum() / static_cast<double>(n));
    const double scale = deviation > 0 ? 1 / deviation : 0;
    for (Index i = 0; i < n; ++i)
      profiles(i, k) = static_cast<float>((static_cast<double>(profiles(i, k)) - mean) * scale);
  }
  return profiles;
}

}  // namespace

MatrixF profile_evidence(const KernelPair& kernels, const Run& run) {
  const Index n = kernels.left.rows(), m = kernels.right.rows(), length = std::min(n, m);
  const MatrixF left = sorted_profiles(kernels.left, length, run), right = sorted_profiles(kernels.right, length, run);
  VectorF left_squares = left.rowwise().squaredNorm(), right_squares = right.rowwise().squaredNorm();
  MatrixF evidence(n, m);
  run.pool.for_blocks(n, 64, [&](Index begin, Index end) {
    gemm(Transpose::no, Transpose::yes, 2.0F, left.middleRows(begin, end - begin), right, 0.0F,
         evidence.middleRows(begin, end - begin));
    // Minus the distance: its square would let a few large ones speak for all.
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < m; ++j)
        evidence(i, j) = -std::sqrt(std::max(0.0F, left_squares[i] + right_squares[j] - evidence(i, j)));
  });
  standardise(evidence);
  return evidence;
}

}  // namespace couplet
