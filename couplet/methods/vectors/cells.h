// Going over the cells of a sparse table, on several threads.
#pragma once

#include <utility>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/sparse.h"

namespace couplet {

enum class KeepZeros { no, yes };

/// The matrix of f(row, column, value) over the stored cells, computed in double and kept as T. Cells that become 0 are
/// left out unless asked otherwise.
template <class T, class F>
CsrMatrix<T> map_cells(const CsrMatrix<double>& cells, F f, const Run& run, KeepZeros keep = KeepZeros::no) {
  const Index rows = cells.rows();
  constexpr Index block = 256;
  std::vector<T> values(cells.values().size());
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(rows) + 1, 0);
  run.pool.for_blocks(rows, block, [&](Index begin, Index end) {
    run.stop->check();
    for (Index i = begin; i < end; ++i) {
      std::int64_t kept = 0;
      for (std::int64_t at = cells.offsets()[i]; at < cells.offsets()[i + 1]; ++at) {
        values[at] = static_cast<T>(f(i, static_cast<Index>(cells.columns()[at]), cells.values()[at]));
        kept += values[at] != 0;
      }
      offsets[i + 1] = keep == KeepZeros::yes ? cells.offsets()[i + 1] - cells.offsets()[i] : kept;
    }
  });
  for (Index i = 0; i < rows; ++i) offsets[i + 1] += offsets[i];
  if (offsets.back() == cells.nonzeros())
    return CsrMatrix<T>(rows, cells.cols(), cells.offsets(), cells.columns(), std::move(values));
  std::vector<std::int32_t> columns(offsets.back());
  std::int64_t to = 0;  // never ahead of `at`: the values can move within their vector
  for (std::size_t at = 0; at < values.size(); ++at) {
    if (values[at] == 0) continue;
    columns[to] = cells.columns()[at];
    values[to++] = values[at];
  }
  values.resize(to);
  values.shrink_to_fit();
  return CsrMatrix<T>(rows, cells.cols(), std::move(offsets), std::move(columns), std::move(values));
}

}  // namespace couplet
