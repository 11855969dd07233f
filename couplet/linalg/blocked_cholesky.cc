#include "couplet/linalg/blocked_cholesky.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/linalg/lapack.h"

namespace couplet {
namespace {

constexpr Index panel_rows = 256;

}  // namespace

template <class T>
BlockedCholesky<T>::BlockedCholesky(Matrix<T> a, const Run& run) : lower_(std::move(a)) {
  if (lower_.rows() != lower_.cols()) throw Error(ErrorCode::internal, "Cholesky", "the matrix is not square");
  const Index n = lower_.rows(), panels = (n + panel_rows - 1) / panel_rows;
  // The work that a panel leaves falls with the square of what is below it.
  const auto work_left = [&](Index panel) {
    const Index below = panels - panel;
    return below * (below + 1) * (2 * below + 1) / 6;
  };
  Stage stage(*run.observer, "Cholesky decomposition", work_left(0), "block products");
  for (Index first = 0; first < n; first += panel_rows) {
    run.stop->check();
    const Index width = std::min(panel_rows, n - first), below = first + width;
    MatrixD upper = lower_.block(first, first, width, width).transpose().template cast<double>();
    if (!upper.template triangularView<Eigen::Upper>().toDenseMatrix().allFinite() || !lapack::potrf_upper(upper))
      throw Error(ErrorCode::data, "Cholesky", "the matrix is not positive definite", "add to its diagonal");
    lower_.block(first, first, width, width) = upper.transpose().template cast<T>();
    lapack::trtri_upper(upper);
    inverses_.push_back(upper.transpose().template cast<T>());
    // Right-looking: the rows below, then the rest of the triangle, a tile of rows at a time.
    run.pool.for_blocks(n - below, panel_rows, [&](Index begin, Index end) {
      auto tile = lower_.block(below + begin, first, end - begin, width);
      const Matrix<T> copy = tile;
      gemm(Transpose::no, Transpose::yes, T(1), copy, inverses_.back(), T(0), tile);
    });
    run.pool.for_blocks(n - below, 2 * panel_rows, [&](Index begin, Index end) {
      gemm(Transpose::no, Transpose::yes, T(-1), lower_.block(below + begin, first, end - begin, width),
           lower_.block(below, first, end, width), T(1), lower_.block(below + begin, below, end - begin, end));
    });
    stage.advance_to(work_left(0) - work_left(first / panel_rows + 1));
  }
}

template <class T>
void BlockedCholesky<T>::solve_lower(MutableRef<T> x, const Run& run) const {
  const Index n = size();
  if (x.rows() != n) throw Error(ErrorCode::internal, "Cholesky", "shapes do not fit");
  for (Index first = 0; first < n; first += panel_rows) {
    const Index width = std::min(panel_rows, n - first), below = first + width;
    const Matrix<T> copy = x.middleRows(first, width);
    gemm(Transpose::no, Transpose::no, T(1), inverses_[first / panel_rows], copy, T(0), x.middleRows(first, width));
    run.pool.for_blocks(n - below, 2 * panel_rows, [&](Index begin, Index end) {
      gemm(Transpose::no, Transpose::no, T(-1), lower_.block(below + begin, first, end - begin, width),
           x.middleRows(first, width), T(1), x.middleRows(below + begin, end - begin));
    });
  }
}

template <class T>
void BlockedCholesky<T>::solve_lower_transposed(MutableRef<T> x, const Run& run) const {
  const Index n = size();
  if (x.rows() != n) throw Error(ErrorCode::internal, "Cholesky", "shapes do not fit");
  for (Index first = (std::ssize(inverses_) - 1) * panel_rows; first >= 0; first -= panel_rows) {
    const Index width = std::min(panel_rows, n - first);
    const Matrix<T> copy = x.middleRows(first, width);
    gemm(Transpose::yes, Transpose::no, T(1), inverses_[first / panel_rows], copy, T(0), x.middleRows(first, width));
    run.pool.for_blocks(first, 2 * panel_rows, [&](Index begin, Index end) {
      gemm(Transpose::yes, Transpose::no, T(-1), lower_.block(first, begin, width, end - begin),
           x.middleRows(first, width), T(1), x.middleRows(begin, end - begin));
    });
  }
}

template <class T>
void BlockedCholesky<T>::solve(MutableRef<T> x, const Run& run) const {
  solve_lower(x, run);
  solve_lower_transposed(x, run);
}

template class BlockedCholesky<float>;
template class BlockedCholesky<double>;

}  // namespace couplet
