// Pieces of work for a pool, and what they share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "couplet/base/parallel.h"
#include "couplet/base/random.h"
#include "couplet/linalg/lapack.h"

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
    constexpr Index piece = 64;
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

/// Units left out at random while training; the others are scaled up.
struct ContextDropout {
  double share = 0;
  std::uint64_t seed = 1, batch = 0;

  std::uint32_t limit() const { return static_cast<std::uint32_t>(share * 65536); }
  double scale() const { return 65536.0 / static_cast<double>(65536 - limit()); }
  /// The numbers of one piece of a batch.
  Random random(std::uint64_t piece) const { return Random(seed, (batch + 1) << 20 | piece); }
  /// Multiplies by 0 or scale().
  template <class T>
  void apply(Random& random, T* values, Index count) const {
    const auto kept = static_cast<T>(scale());
    std::uint64_t bits = 0;
    for (Index i = 0; i < count; ++i, bits >>= 16) {
      if (i % 4 == 0) bits = random.next();
      values[i] *= (bits & 0xffff) < limit() ? T(0) : kept;
    }
  }
};

}  // namespace couplet
