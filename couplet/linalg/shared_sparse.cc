#include "couplet/linalg/shared_sparse.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "couplet/base/part_bytes.h"
#include "couplet/base/team_exchange.h"
#include "couplet/linalg/team_rows.h"

namespace couplet {
namespace {

/// The number of cells of each row, of all processes together.
std::vector<std::int64_t> summed_sizes(const std::vector<std::int64_t>& offsets, Team& team) {
  std::vector<std::int64_t> mine(offsets.size() - 1), sums(mine.size(), 0);
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = offsets[i + 1] - offsets[i];
  PartWriter writer;
  writer.put_list(mine);
  for (const std::string& bytes : team.gather(writer.take())) {
    const auto more = PartReader(bytes).get_list<std::int64_t>();
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
  }
  return sums;
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

}  // namespace

OwnedRows<double> transposed_in_team(const CsrMatrix<double>& own, Team& team) {
  OwnedRows<double> result;
  std::vector<std::string> to;
  {
    const CsrMatrix<double> mine = own.transposed();
    const auto starts = offsets_of(summed_sizes(mine.offsets(), team));
    result.begins = rows_of_even_entries(starts, team);
    for (int rank = 0; rank < team.size(); ++rank) {
      const Index first = result.begins[rank], last = result.begins[rank + 1];
      const auto begin = static_cast<std::size_t>(mine.offsets()[first]),
                 count = static_cast<std::size_t>(mine.offsets()[last]) - begin;
      PartWriter writer;
      writer.put_list(std::span(mine.offsets()).subspan(first, last - first + 1));
      writer.put_list(std::span(mine.columns()).subspan(begin, count));
      writer.put_list(std::span(mine.values()).subspan(begin, count));
      to.push_back(writer.take());
    }
  }
  const std::vector<std::string> from = exchange(team, std::move(to));
  const Index first = result.begins[team.rank()];
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(own.cols()), 0);
  for (const std::string& bytes : from) {
    const auto offsets = PartReader(bytes).get_list<std::int64_t>();
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) sizes[first + i] += offsets[i + 1] - offsets[i];
  }
  std::vector<std::int64_t> offsets = offsets_of(sizes), next = offsets;
  std::vector<std::int32_t> columns(static_cast<std::size_t>(offsets.back()));
  std::vector<double> values(columns.size());
  // The rows of a process come before those of the next: so do the columns of the transpose.
  for (const std::string& bytes : from) {
    PartReader reader(bytes);
    const auto starts = reader.get_list<std::int64_t>();
    const auto its_columns = reader.get_list<std::int32_t>();
    const auto its_values = reader.get_list<double>();
    for (std::size_t i = 0; i + 1 < starts.size(); ++i)
      for (std::int64_t at = starts[i] - starts[0]; at < starts[i + 1] - starts[0]; ++at) {
        const std::int64_t place = next[first + i]++;
        columns[place] = its_columns[at];
        values[place] = its_values[at];
      }
  }
  result.matrix = CsrMatrix<double>(own.cols(), own.rows(), std::move(offsets), std::move(columns), std::move(values));
  return result;
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

VectorD row_sums_in_team(const CsrMatrix<double>& own, const std::vector<Index>& begins, Team& team) {
  VectorD sums = own.row_sums();
  exchange_rows<double>(Eigen::Map<MatrixD>(sums.data(), sums.size(), 1), begins, team);
  return sums;
}

template <class T>
void SharedCsrOperator<T>::multiply(const OwnedRows<T>& shared, const ConstRef<T>& x, MutableRef<T> out,
                                    const Run& run) {
  shared.matrix.multiply(x, out, run);
  exchange_rows<T>(out, shared.begins, *run.team);
}

template OwnedRows<float> evened(OwnedRows<float>, Team&);
template OwnedRows<double> evened(OwnedRows<double>, Team&);
template class SharedCsrOperator<float>;
template class SharedCsrOperator<double>;

}  // namespace couplet
