// The nearest rows of sparse vectors, through lists of the texts that have a term.
#include <algorithm>

#include "couplet/methods/matching/neighbour_match.h"

namespace couplet {

void keep_nearest(NeighbourList& found, Index count) {
  const auto nearer = [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  };
  const auto kept = std::min(found.size(), static_cast<std::size_t>(count));
  std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), found.end(), nearer);
  found.resize(kept);
  found.shrink_to_fit();
  std::sort(found.begin(), found.end());
}

CsrMatrix<float> rows_of_neighbours(std::vector<NeighbourList> nearest, Index columns_in_all) {
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  for (NeighbourList& found : nearest) {
    for (const auto& [j, value] : found) {
      columns.push_back(j);
      values.push_back(value);
    }
    offsets.push_back(static_cast<std::int64_t>(values.size()));
    found = {};
  }
  return {static_cast<Index>(nearest.size()), columns_in_all, std::move(offsets), std::move(columns),
          std::move(values)};
}

CsrMatrix<float> nearest_rows(const CsrMatrix<double>& rows, const CsrMatrix<double>& others, bool same, Index count,
                              Index most_texts, const Run& run) {
  const CsrMatrix<double> by_term = others.transposed();
  const Index n = rows.rows(), m = others.rows();
  std::vector<NeighbourList> nearest(n);
  run.pool.for_blocks(n, 64, [&](Index begin, Index end) {
    run.stop->check();
    std::vector<double> sums(m, 0);
    std::vector<std::int32_t> met;
    for (Index i = begin; i < end; ++i) {
      met.clear();
      for (auto e = rows.offsets()[i]; e < rows.offsets()[static_cast<std::size_t>(i) + 1]; ++e) {
        const auto term = static_cast<std::size_t>(rows.columns()[e]);
        const auto first = by_term.offsets()[term], last = by_term.offsets()[term + 1];
        if (last - first > most_texts) continue;
        const double value = rows.values()[e];
        for (auto f = first; f < last; ++f) {
          const std::int32_t j = by_term.columns()[f];
          double& sum = sums[j];
          if (sum == 0) met.push_back(j);
          sum += value * by_term.values()[f];
        }
      }
      auto& found = nearest[i];
      for (const std::int32_t j : met) {
        if (!same || j != i) found.emplace_back(j, static_cast<float>(sums[j]));
        sums[j] = 0;
      }
      keep_nearest(found, count);
    }
  });
  return rows_of_neighbours(std::move(nearest), m);
}

}  // namespace couplet
