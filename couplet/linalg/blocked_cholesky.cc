#include "couplet/linalg/blocked_cholesky.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/linalg/lapack.h"

namespace couplet {
namespace {

constexpr Index panel = 256;

}  // namespace

BlockedCholesky::BlockedCholesky(MatrixD a, const Run& run) : lower_(std::move(a)) {
  if (lower_.rows() != lower_.cols()) throw Error(ErrorCode::internal, "Cholesky", "the matrix is not square");
  const Index n = lower_.rows();
  for (Index first = 0; first < n; first += panel) {
    run.stop->check();
    const Index width = std::min(panel, n - first), below = first + width;
    MatrixD upper = lower_.block(first, first, width, width).transpose();
    if (!upper.triangularView<Eigen::Upper>().toDenseMatrix().allFinite() || !lapack::potrf_upper(upper))
      throw Error(ErrorCode::data, "Cholesky", "the matrix is not positive definite", "add to its diagonal");
    lower_.block(first, first, width, width) = upper.transpose();
    lapack::trtri_upper(upper);
    inverses_.push_back(upper.transpose());
    // Right-looking: the rows below, then the rest of the triangle, a tile of rows at a time.
    run.pool.for_blocks(n - below, panel, [&](Index begin, Index end) {
      auto tile = lower_.block(below + begin, first, end - begin, width);
      const MatrixD copy = tile;
      gemm(Transpose::no, Transpose::yes, 1.0, copy, inverses_.back(), 0.0, tile);
    });
    run.pool.for_blocks(n - below, 2 * panel, [&](Index begin, Index end) {
      gemm(Transpose::no, Transpose::yes, -1.0, lower_.block(below + begin, first, end - begin, width),
           lower_.block(below, first, end, width), 1.0, lower_.block(below + begin, below, end - begin, end));
    });
  }
}

void BlockedCholesky::solve_lower(MutableRef<double> x, const Run& run) const {
  const Index n = size();
  if (x.rows() != n) throw Error(ErrorCode::internal, "Cholesky", "shapes do not fit");
  for (Index first = 0; first < n; first += panel) {
    const Index width = std::min(panel, n - first), below = first + width;
    const MatrixD copy = x.middleRows(first, width);
    gemm(Transpose::no, Transpose::no, 1.0, inverses_[static_cast<std::size_t>(first / panel)], copy, 0.0,
         x.middleRows(first, width));
    run.pool.for_blocks(n - below, 2 * panel, [&](Index begin, Index end) {
      gemm(Transpose::no, Transpose::no, -1.0, lower_.block(below + begin, first, end - begin, width),
           x.middleRows(first, width), 1.0, x.middleRows(below + begin, end - begin));
    });
  }
}

void BlockedCholesky::solve_lower_transposed(MutableRef<double> x, const Run& run) const {
  const Index n = size();
  if (x.rows() != n) throw Error(ErrorCode::internal, "Cholesky", "shapes do not fit");
  for (Index first = (std::ssize(inverses_) - 1) * panel; first >= 0; first -= panel) {
    const Index width = std::min(panel, n - first);
    const MatrixD copy = x.middleRows(first, width);
    gemm(Transpose::yes, Transpose::no, 1.0, inverses_[static_cast<std::size_t>(first / panel)], copy, 0.0,
         x.middleRows(first, width));
    run.pool.for_blocks(first, 2 * panel, [&](Index begin, Index end) {
      gemm(Transpose::yes, Transpose::no, -1.0, lower_.block(first, begin, width, end - begin),
           x.middleRows(first, width), 1.0, x.middleRows(begin, end - begin));
    });
  }
}

void BlockedCholesky::solve(MutableRef<double> x, const Run& run) const {
  solve_lower(x, run);
  solve_lower_transposed(x, run);
}

}  // namespace couplet
