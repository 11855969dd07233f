#include "couplet/linalg/team_rows.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "couplet/base/segment.h"

namespace couplet {

template <class T>
void exchange_rows(MutableRef<T> rows, const std::vector<Index>& begins, Team& team) {
  if (team.size() == 1) return;
  const Index first = begins[team.rank()];
  Matrix<T> some = rows.middleRows(first, begins[team.rank() + 1] - first);
  const std::vector<std::string> all =
      team.gather({reinterpret_cast<const char*>(some.data()), static_cast<std::size_t>(some.size()) * sizeof(T)});
  for (int rank = 0; rank < team.size(); ++rank) {
    if (rank == team.rank() || begins[rank] == begins[rank + 1]) continue;
    some.resize(begins[rank + 1] - begins[rank], rows.cols());
    std::memcpy(some.data(), all[rank].data(), all[rank].size());
    rows.middleRows(begins[rank], some.rows()) = some;
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
