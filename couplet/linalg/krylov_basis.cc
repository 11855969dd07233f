#include "couplet/linalg/krylov_basis.h"

#include <algorithm>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/part_bytes.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/team_rows.h"

namespace couplet {
namespace {

/// Positions of a parallel piece: a matter of n alone.
Index piece_of(Index n) { return std::max<Index>(1024, (n + 63) / 64); }

/// Positions that the processes of a team share, in whole pieces. Where there is little to do one does all of it, and
/// so does every other.
class Shares {
 public:
  Shares(Index n, const Run& run) : run_(run) {
    constexpr Index long_vector = 1 << 14;
    if (run.team->size() == 1 || n < long_vector)
      end_ = n;
    else {
      begins_ = even_rows(n, piece_of(n), *run.team);
      begin_ = begins_[run.team->rank()];
      end_ = begins_[run.team->rank() + 1];
    }
  }
  bool any() const { return !begins_.empty(); }
  /// work(begin, end) for the own pieces, or parts of them.
  template <class Work>
  void for_own(Index block, Work&& work) const {
    run_.pool.for_blocks(end_ - begin_, block, [&](Index begin, Index end) { work(begin_ + begin, begin_ + end); });
  }
  /// Everybody gets the rows of all.
  template <class T>
  void exchange(Matrix<T>& rows) const {
    if (any()) exchange_rows<T>(rows, begins_, *run_.team);
  }
  /// parts[i] is of piece i: everybody gets those of all.
  template <class T>
  void exchange(std::vector<Matrix<T>>& parts, Index piece, Index rows, Index cols) const {
    if (!any()) return;
    PartWriter writer;
    for (Index at = begin_; at < end_; at += piece)
      writer.put_list(std::span<const T>(parts[at / piece].data(), static_cast<std::size_t>(rows * cols)));
    const auto all = run_.team->gather(writer.take());
    for (int rank = 0; rank < run_.team->size(); ++rank) {
      PartReader reader(all[rank]);
      for (Index at = begins_[rank]; at < begins_[rank + 1]; at += piece) {
        const std::vector<T> values = reader.get_list<T>();
        parts[at / piece] = Eigen::Map<const Matrix<T>>(values.data(), rows, cols);
      }
    }
  }

 private:
  const Run& run_;
  std::vector<Index> begins_;  // empty: not shared
  Index begin_ = 0, end_ = 0;
};

}  // namespace

template <class T>
void KrylovBasis<T>::append(const Matrix<T>& panel, const Run& run) {
  const Index b = panel.cols();
  if (count_ + b > capacity() || panel.rows() != length())
    throw Error(ErrorCode::internal, "Krylov basis", "a panel does not fit");
  Shares(length(), run).for_own(1024, [&](Index begin, Index end) {
    for (Index c = 0; c < b; ++c) {
      T* row = rows_.data() + (count_ + c) * length();
      for (Index i = begin; i < end; ++i) row[i] = panel(i, c);
    }
  });
  count_ += b;
}

template <class T>
void KrylovBasis<T>::subtract(Matrix<T>& w, Index first, const MatrixD& c, const Run& run) const {
  if (c.rows() == 0 || w.cols() == 0) return;
  const Matrix<T> factor = c.template cast<T>();
  const Shares shares(length(), run);
  shares.for_own(piece_of(length()), [&](Index begin, Index end) {
    gemm(Transpose::yes, Transpose::no, T(-1), rows_.block(first, begin, c.rows(), end - begin), factor, T(1),
         w.middleRows(begin, end - begin));
  });
  shares.exchange(w);
}

template <class T>
MatrixD KrylovBasis<T>::project_out(Matrix<T>& w, const Run& run) const {
  const Index n = length(), piece = piece_of(n), pieces = (n + piece - 1) / piece, b = w.cols();
  MatrixD c = MatrixD::Zero(count_, b);
  if (count_ == 0 || b == 0) return c;
  std::vector<Matrix<T>> parts(pieces);
  const Shares shares(n, run);
  shares.for_own(piece, [&](Index begin, Index end) {
    Matrix<T>& part = parts[begin / piece];
    part.resize(count_, b);
    gemm(Transpose::no, Transpose::no, T(1), rows_.block(0, begin, count_, end - begin),
         w.middleRows(begin, end - begin), T(0), part);
  });
  shares.exchange(parts, piece, count_, b);
  for (const Matrix<T>& part : parts) c += part.template cast<double>();
  subtract(w, 0, c, run);
  return c;
}

template <class T>
Matrix<T> KrylovBasis<T>::combine(const ConstRef<double>& x, const Run& run) const {
  Matrix<T> result(length(), x.cols());
  const Matrix<T> factor = x.template cast<T>();
  const Shares shares(length(), run);
  shares.for_own(piece_of(length()), [&](Index begin, Index end) {
    gemm(Transpose::yes, Transpose::no, T(1), rows_.block(0, begin, count_, end - begin), factor, T(0),
         result.middleRows(begin, end - begin));
  });
  shares.exchange(result);
  return result;
}

template <class T>
void KrylovBasis<T>::compress(const ConstRef<double>& x, const Run& run) {
  const Index kept = x.cols();
  const Matrix<T> factor = x.template cast<T>();
  Shares(length(), run).for_own(piece_of(length()), [&](Index begin, Index end) {
    Matrix<T> part(kept, end - begin);
    gemm(Transpose::yes, Transpose::no, T(1), factor, rows_.block(0, begin, count_, end - begin), T(0), part);
    rows_.block(0, begin, kept, end - begin) = part;
  });
  count_ = kept;
}

template class KrylovBasis<float>;
template class KrylovBasis<double>;

}  // namespace couplet
