#include "couplet/linalg/shared_sparse.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/segment.h"
#include "couplet/base/team_exchange.h"
#include "couplet/linalg/team_rows.h"

namespace couplet {
namespace {

/// The number of cells of each row, of all processes together.
std::vector<std::int64_t> summed_sizes(const std::vector<std::int64_t>& offsets, Team& team) {
  std::vector<std::int64_t> mine(offsets.size() - 1);
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = offsets[i + 1] - offsets[i];
  return team.sums(mine);
}

std::vector<std::int64_t> offsets_of(const std::vector<std::int64_t>& sizes) {
  std::vector<std::int64_t> offsets{0};
  offsets.reserve(sizes.size() + 1);
  for (const std::int64_t size : sizes) offsets.push_back(offsets.back() + size);
  return offsets;
}

template <class V>
std::string_view bytes_of(const std::vector<V>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(V)};
}

/// Of values that stand beside cells: those of the rows that are this process's by `begins`. offsets: of the rows that
/// it has; whole: of all.
template <class V>
std::vector<V> moved(const std::vector<V>& mine, const std::vector<std::int64_t>& offsets,
                     const std::vector<std::int64_t>& whole, const std::vector<Index>& begins, Team& team) {
  std::vector<std::string_view> to;
  for (int rank = 0; rank < team.size(); ++rank) {
    const std::int64_t begin = offsets[begins[rank]], end = offsets[begins[rank + 1]];
    to.emplace_back(reinterpret_cast<const char*>(mine.data() + begin), (end - begin) * sizeof(V));
  }
  std::vector<V> all(whole[begins[team.rank() + 1]] - whole[begins[team.rank()]]);
  // Who has lower rows has a lower rank.
  exchange(team, to, [next = reinterpret_cast<char*>(all.data())](int, std::size_t size) mutable {
    return std::exchange(next, next + size);
  });
  return all;
}

template <class T>
CsrMatrix<T> moved_rows(const CsrMatrix<T>& own, const std::vector<std::int64_t>& whole,
                        const std::vector<Index>& begins, Team& team) {
  std::vector<std::int32_t> columns = moved(own.columns(), own.offsets(), whole, begins, team);
  std::vector<T> values = moved(own.values(), own.offsets(), whole, begins, team);
  const std::int64_t first = whole[begins[team.rank()]], last = whole[begins[team.rank() + 1]];
  std::vector<std::int64_t> offsets = whole;
  for (std::int64_t& offset : offsets) offset = std::clamp(offset, first, last) - first;
  return CsrMatrix<T>(own.rows(), own.cols(), std::move(offsets), std::move(columns), std::move(values));
}

template <class V>
std::vector<V> joined_everywhere(const std::vector<V>& mine, Team& team) {
  std::vector<V> all;
  for (const std::string& bytes : team.gather(std::string(bytes_of(mine)))) {
    const std::size_t before = all.size();
    all.resize(before + bytes.size() / sizeof(V));
    if (!bytes.empty()) std::memcpy(all.data() + before, bytes.data(), bytes.size());
  }
  return all;
}

/// Lists for other processes, by rank: gives those from the others (none from this one). They lie in no other place
/// before: what is new to the system takes as long to get as to fill.
template <class V>
std::vector<std::vector<V>> exchanged(const std::vector<std::span<const V>>& to, Team& team) {
  std::vector<std::string_view> bytes;
  for (const std::span<const V> list : to)
    bytes.emplace_back(reinterpret_cast<const char*>(list.data()), list.size_bytes());
  bytes[team.rank()] = {};
  std::vector<std::vector<V>> from(to.size());
  exchange(team, bytes, [&](int rank, std::size_t size) {
    from[rank].resize(size / sizeof(V));
    return reinterpret_cast<char*>(from[rank].data());
  });
  return from;
}

/// What a process had of the own columns: column i has the entries [next[i], ends[i]).
template <class T>
struct ColumnsOfProcess {
  ColumnsOfProcess(std::span<const std::int64_t> starts, std::span<const std::int32_t> its_columns,
                   std::span<const T> its_values)
      : columns(its_columns), values(its_values) {
    for (const std::int64_t start : starts) next.push_back(start - starts[0]);
    ends.assign(next.begin() + 1, next.end());
    next.pop_back();
  }
  std::vector<std::int64_t> next, ends;
  std::span<const std::int32_t> columns;
  std::span<const T> values;
};

}  // namespace

OwnedRows<float> in_float(const OwnedRows<double>& matrix) {
  const CsrMatrix<double>& own = matrix.matrix;
  return {CsrMatrix<float>(own.rows(), own.cols(), own.offsets(), own.columns(),
                           std::vector<float>(own.values().begin(), own.values().end())),
          matrix.begins};
}

template <class T>
OwnedRows<T> transposed_in_team(const CsrMatrix<T>& own, Team& team, Index blocks) {
  if (team.size() == 1) return {own.transposed(), {0, own.cols()}};
  const CsrMatrix<T> mine = own.transposed();
  OwnedRows<T> result;
  result.begins = rows_of_even_entries(offsets_of(summed_sizes(mine.offsets(), team)), team);
  std::vector<std::span<const std::int64_t>> starts_to;
  std::vector<std::span<const std::int32_t>> columns_to;
  std::vector<std::span<const T>> values_to;
  for (int rank = 0; rank < team.size(); ++rank) {
    const Index begin = result.begins[rank], end = result.begins[rank + 1];
    const auto starts = std::span(mine.offsets()).subspan(begin, end - begin + 1);
    starts_to.push_back(starts);
    columns_to.push_back(std::span(mine.columns()).subspan(starts.front(), starts.back() - starts.front()));
    values_to.push_back(std::span(mine.values()).subspan(starts.front(), starts.back() - starts.front()));
  }
  const auto starts_from = exchanged(starts_to, team);
  const auto columns_from = exchanged(columns_to, team);
  const auto values_from = exchanged(values_to, team);
  std::vector<ColumnsOfProcess<T>> from;
  for (int rank = 0; rank < team.size(); ++rank)
    if (rank == team.rank())
      from.emplace_back(starts_to[rank], columns_to[rank], values_to[rank]);
    else
      from.emplace_back(starts_from[rank], columns_from[rank], values_from[rank]);
  const Index first = result.begins[team.rank()], block = own.rows() / std::max<Index>(blocks, 1);
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(own.cols()), 0);
  for (const ColumnsOfProcess<T>& part : from)
    for (std::size_t i = 0; i < part.next.size(); ++i) sizes[first + i] += part.ends[i] - part.next[i];
  std::vector<std::int64_t> offsets = offsets_of(sizes), next = offsets;
  std::vector<std::int32_t> columns(static_cast<std::size_t>(offsets.back()));
  std::vector<T> values(columns.size());
  // In each block the rows of a process come before those of the next: so do the columns of the transpose.
  for (Index number = 0; number < blocks; ++number)
    for (ColumnsOfProcess<T>& part : from)
      for (std::size_t i = 0; i < part.next.size(); ++i)
        for (std::int64_t& at = part.next[i]; at < part.ends[i] && part.columns[at] < (number + 1) * block; ++at) {
          const std::int64_t place = next[first + i]++;
          columns[place] = part.columns[at];
          values[place] = part.values[at];
        }
  result.matrix = CsrMatrix<T>(own.cols(), own.rows(), std::move(offsets), std::move(columns), std::move(values));
  return result;
}

template <class T>
OwnedRows<T> transposed_in_team(const OwnedRows<T>& rows, Team& team) {
  if (!rows.shared()) return rows.matrix.transposed();
  return transposed_in_team(rows.matrix, team, rows.blocks());
}

template <class T>
void multiply_in_team(const OwnedRows<T>& a, const ConstRef<T>& x, MutableRef<T> out, const Run& run) {
  if (!a.shared()) return a.matrix.multiply_in_team(x, out, run);
  multiply_own(a, x, out, run);
  exchange_blocks<T>(out, a.begins, *run.team);
}

void multiply_single_in_team(const OwnedRows<double>& a, const ConstRef<float>& x, MutableRef<double> out,
                             const Run& run) {
  for (const auto& [first, last] : own_ranges(a.matrix.rows(), a.begins, *run.team))
    a.matrix.multiply_single(x, out, first, last, run);
  exchange_blocks<double>(out, a.begins, *run.team);
}

template <class T>
void multiply_own(const OwnedRows<T>& a, const ConstRef<T>& x, MutableRef<T> out, const Run& run) {
  for (const auto& [first, last] : own_ranges(a.matrix.rows(), a.begins, *run.team))
    a.matrix.multiply_some(x, out, first, last, run);
}

std::vector<std::int64_t> whole_offsets(const CsrMatrix<double>& own, Team& team) {
  return offsets_of(summed_sizes(own.offsets(), team));
}

CsrMatrix<double> whole_at_first(const CsrMatrix<double>& own, Team& team) {
  std::vector<Index> begins(static_cast<std::size_t>(team.size()) + 1, own.rows());
  begins[0] = 0;
  return moved_rows(own, whole_offsets(own, team), begins, team);
}

template <class T>
OwnedRows<T> evened(OwnedRows<T> shared, Team& team) {
  const std::vector<std::int64_t> whole = offsets_of(summed_sizes(shared.matrix.offsets(), team));
  std::vector<Index> begins = rows_of_even_entries(whole, team);
  if (begins == shared.begins) return shared;
  return {moved_rows(shared.matrix, whole, begins, team), std::move(begins)};
}

CsrMatrix<double> whole_everywhere(const CsrMatrix<double>& own, Team& team) {
  std::vector<std::int64_t> offsets = whole_offsets(own, team);  // one after the other, in all processes
  std::vector<std::int32_t> columns = joined_everywhere(own.columns(), team);
  std::vector<double> values = joined_everywhere(own.values(), team);
  return CsrMatrix<double>(own.rows(), own.cols(), std::move(offsets), std::move(columns), std::move(values));
}

CsrMatrix<double> whole_everywhere(OwnedRows<double> rows, Team& team) {
  if (!rows.shared() || team.size() == 1) return std::move(rows.matrix);
  if (rows.blocks() > 1)
    throw Error(ErrorCode::internal, "shared matrix", "the rows of several blocks are gathered one block at a time");
  return whole_everywhere(rows.matrix, team);
}

VectorD row_sums_in_team(const CsrMatrix<double>& own, const std::vector<Index>& begins, Team& team) {
  VectorD sums = own.row_sums();
  exchange_rows<double>(Eigen::Map<MatrixD>(sums.data(), sums.size(), 1), begins, team);
  return sums;
}

void multiply_transposed_in_turn(const CsrMatrix<double>& own, const ConstRef<double>& x, MutableRef<double> out,
                                 Team& team, const Run& run) {
  const CsrMatrix<double> columns = own.transposed();
  if (team.size() == 1) return columns.multiply(x, out, run);
  constexpr Index least_rows = 16;
  const Index parts = parts_in_turn(columns.rows(), least_rows, team), width = out.cols();
  const std::vector<std::int64_t> offsets = whole_offsets(columns, team);
  const auto begin_of = [&](Index part) {  // parts of about as many cells
    if (part == parts) return columns.rows();
    const std::int64_t before = share_of(offsets.back(), part, parts).first;
    return std::lower_bound(offsets.begin(), offsets.end() - 1, before) - offsets.begin();
  };
  add_in_turn(team, parts, 1, [&](Index, Index part, std::vector<double>& sums) {
    const Index first = begin_of(part), last = begin_of(part + 1);
    sums.resize(static_cast<std::size_t>((last - first) * width), 0.0);
    if (sums.empty()) return;
    out.middleRows(first, last - first) = Eigen::Map<const MatrixD>(sums.data(), last - first, width);
    columns.add_product(x, out, first, last, run);
    Eigen::Map<MatrixD>(sums.data(), last - first, width) = out.middleRows(first, last - first);
  });
  std::vector<Index> of_last(static_cast<std::size_t>(team.size()) + 1, 0);
  of_last.back() = out.rows();
  exchange_rows<double>(out, of_last, team);
}

template OwnedRows<float> evened(OwnedRows<float>, Team&);
template OwnedRows<double> evened(OwnedRows<double>, Team&);
template OwnedRows<float> transposed_in_team(const CsrMatrix<float>&, Team&, Index);
template OwnedRows<double> transposed_in_team(const CsrMatrix<double>&, Team&, Index);
template OwnedRows<float> transposed_in_team(const OwnedRows<float>&, Team&);
template OwnedRows<double> transposed_in_team(const OwnedRows<double>&, Team&);
template void multiply_in_team(const OwnedRows<float>&, const ConstRef<float>&, MutableRef<float>, const Run&);
template void multiply_in_team(const OwnedRows<double>&, const ConstRef<double>&, MutableRef<double>, const Run&);
template void multiply_own(const OwnedRows<float>&, const ConstRef<float>&, MutableRef<float>, const Run&);
template void multiply_own(const OwnedRows<double>&, const ConstRef<double>&, MutableRef<double>, const Run&);

}  // namespace couplet
