#include "couplet/linalg/team_rows.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "couplet/base/segment.h"

namespace couplet {

template <class T>
void exchange_rows(MutableRef<T> rows, const std::vector<Index>& begins, Team& team) {
  if (team.size() == 1) return;
  const std::size_t length = static_cast<std::size_t>(rows.cols()) * sizeof(T);  // of a row
  const bool side_by_side = rows.outerStride() == rows.cols();
  // copy(row, how many bytes) for pieces of a process's rows that lie side by side.
  const auto for_pieces = [&](int rank, const auto& copy) {
    const Index count = begins[rank + 1] - begins[rank];
    if (side_by_side)
      copy(reinterpret_cast<char*>(rows.data() + begins[rank] * rows.cols()), static_cast<std::size_t>(count) * length);
    else
      for (Index i = 0; i < count; ++i)
        copy(reinterpret_cast<char*>(rows.data() + (begins[rank] + i) * rows.outerStride()), length);
  };
  std::string mine;
  mine.reserve(static_cast<std::size_t>(begins[team.rank() + 1] - begins[team.rank()]) * length);
  for_pieces(team.rank(), [&](const char* from, std::size_t bytes) { mine.append(from, bytes); });
  const std::vector<std::string> all = team.gather(std::move(mine));
  for (int rank = 0; rank < team.size(); ++rank) {
    if (rank == team.rank() || all[rank].empty()) continue;
    const char* from = all[rank].data();
    for_pieces(rank, [&](char* to, std::size_t bytes) {
      std::memcpy(to, from, bytes);
      from += bytes;
    });
  }
}

std::vector<Index> even_rows(Index count, Index block, const Team& team) {
  const Index blocks = (count + block - 1) / block;
  std::vector<Index> begins;
  for (int rank = 0; rank < team.size(); ++rank)
    begins.push_back(std::min(count, share_of(blocks, rank, team.size()).first * block));
  begins.push_back(count);
  return begins;
}

std::vector<Index> rows_of_even_entries(std::span<const std::int64_t> offsets, const Team& team) {
  std::vector<Index> begins{0};
  for (int rank = 1; rank < team.size(); ++rank) {
    const std::int64_t before = share_of(offsets.back(), rank, team.size()).first;
    begins.push_back(std::lower_bound(offsets.begin(), offsets.end() - 1, before) - offsets.begin());
  }
  begins.push_back(std::ssize(offsets) - 1);
  return begins;
}

template void exchange_rows(MutableRef<float>, const std::vector<Index>&, Team&);
template void exchange_rows(MutableRef<double>, const std::vector<Index>&, Team&);

}  // namespace couplet
