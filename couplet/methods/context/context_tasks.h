// Pieces of work for a pool, and what they share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "couplet/base/parallel.h"
#include "couplet/linalg/lapack.h"
#include "couplet/methods/language/unit_dropout.h"

namespace couplet {

/// Work that is cut into pieces of a fixed size, so that results depend on nothing but the data. Several cuts can go to
/// the pool together: no thread waits for the last piece of one of them.
class ContextTasks {
 public:
  void add(std::function<void()> work) { tasks_.push_back(std::move(work)); }

  /// work(begin, rows) for pieces of [0, count).
  template <class Work>
  void add_pieces(Index count, Index piece, Work work) {
    for (Index begin = 0; begin < count; begin += piece)
      add([work, begin, rows = std::min(piece, count - begin)]() mutable { work(begin, rows); });
  }

  /// c = a^T b + beta c, some rows of c a piece; all three must live until run().
  template <class T>
  void add_product(ConstRef<T> a, ConstRef<T> b, T beta, MutableRef<T> c) {
    constexpr Index piece = 256;  // each packs all of b again
    add_pieces(c.rows(), piece, [a, b, beta, c](Index begin, Index rows) mutable {
      gemm(Transpose::yes, Transpose::no, T(1), a.middleCols(begin, rows), b, beta, c.middleRows(begin, rows));
    });
  }

  void run(const Pool& pool) {
    pool.for_blocks(static_cast<std::int64_t>(tasks_.size()), 1, [&](std::int64_t i, std::int64_t) { tasks_[i](); });
    tasks_.clear();
  }

 private:
  std::vector<std::function<void()>> tasks_;
};

/// Room for so many rows at least; what was there is lost when there is not. Memory is asked for seldom.
template <class T>
void make_room(Matrix<T>& matrix, Index rows, Index cols) {
  if (matrix.rows() < rows || matrix.cols() != cols) matrix.resize(rows + rows / 8, cols);
}

}  // namespace couplet
