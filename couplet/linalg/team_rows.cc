#include "couplet/linalg/team_rows.h"

#include <algorithm>
#include <string_view>

#include "couplet/base/segment.h"
#include "couplet/base/team_exchange.h"

namespace couplet {

template <class T>
void exchange_rows(MutableRef<T> rows, const std::vector<Index>& begins, Team& team) {
  if (team.size() == 1) return;
  if (rows.outerStride() != rows.cols()) {
    Matrix<T> side_by_side = rows;
    exchange_rows<T>(side_by_side, begins, team);
    rows = side_by_side;
    return;
  }
  // From where they lie to where they belong.
  const auto place = [&](int rank) { return reinterpret_cast<char*>(rows.data() + begins[rank] * rows.cols()); };
  const std::string_view mine(place(team.rank()), place(team.rank() + 1));
  exchange(team, std::vector<std::string_view>(static_cast<std::size_t>(team.size()), mine),
           [&](int rank, std::size_t) { return place(rank); });
}

std::vector<std::pair<Index, Index>> own_ranges(Index rows, const std::vector<Index>& begins, const Team& team) {
  if (begins.empty()) return {{0, rows}};
  std::vector<std::pair<Index, Index>> own;
  for (Index block = 0; block < rows; block += begins.back())
    own.emplace_back(block + begins[team.rank()], block + begins[team.rank() + 1]);
  return own;
}

template <class T>
void exchange_blocks(MutableRef<T> rows, const std::vector<Index>& begins, Team& team) {
  if (begins.empty()) return;
  for (Index block = 0; block < rows.rows(); block += begins.back())
    exchange_rows<T>(rows.middleRows(block, begins.back()), begins, team);
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
template void exchange_blocks(MutableRef<float>, const std::vector<Index>&, Team&);
template void exchange_blocks(MutableRef<double>, const std::vector<Index>&, Team&);

}  // namespace couplet
