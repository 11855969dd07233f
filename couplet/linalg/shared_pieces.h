// Long vectors and panels, cut into pieces that the processes of a team share.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "couplet/base/part_bytes.h"
#include "couplet/base/run.h"
#include "couplet/linalg/team_rows.h"

namespace couplet {

/// Positions 0 to n, in pieces of a fixed size, that sums are made of: each process has a run of them. Where there is
/// little to do each has all, and nothing travels.
class SharedPieces {
 public:
  SharedPieces(Index n, Index piece, const Run& run) : piece_(piece), run_(run) {
    constexpr Index long_vector = 1 << 14;
    if (run.team->size() == 1 || n < long_vector) {
      end_ = n;
    } else {
      begins_ = even_rows(n, piece, *run.team);
      begin_ = begins_[run.team->rank()];
      end_ = begins_[run.team->rank() + 1];
    }
  }
  /// work(begin, end) for the own positions, in parallel, `block` at a time: the size of a piece, or a part of it.
  template <class Work>
  void for_own(Index block, Work&& work) const {
    run_.pool.for_blocks(end_ - begin_, block, [&](Index begin, Index end) { work(begin_ + begin, begin_ + end); });
  }
  /// A row a position, of which this process knows its own: everybody gets all.
  template <class T>
  void exchange(Matrix<T>& rows) const {
    if (!begins_.empty()) exchange_rows<T>(rows, begins_, *run_.team);
  }
  /// parts[i], rows x cols, is of piece i: everybody gets those of all.
  template <class T>
  void exchange(std::vector<Matrix<T>>& parts, Index rows, Index cols) const {
    if (begins_.empty()) return;
    PartWriter writer;
    for (Index at = begin_; at < end_; at += piece_)
      writer.put_list(std::span<const T>(parts[at / piece_].data(), static_cast<std::size_t>(rows * cols)));
    const auto all = run_.team->gather(writer.take());
    for (int rank = 0; rank < run_.team->size(); ++rank) {
      PartReader reader(all[rank]);
      for (Index at = begins_[rank]; at < begins_[rank + 1]; at += piece_) {
        const std::vector<T> values = reader.get_list<T>();
        parts[at / piece_] = Eigen::Map<const Matrix<T>>(values.data(), rows, cols);
      }
    }
  }

 private:
  Index piece_;
  const Run& run_;
  std::vector<Index> begins_;  // empty: not shared
  Index begin_ = 0, end_ = 0;
};

}  // namespace couplet
