// Counts of values in bins of equal width, for pictures.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace couplet {

/// counts[i] values lie in [edges[i], edges[i + 1]), the last bin including its upper edge. Both empty when there are
/// no values.
struct Histogram {
  std::vector<double> edges;
  std::vector<std::int64_t> counts;
  std::int64_t left_out = 0;  // NaN or infinite
};

/// Bins from the smallest to the largest value, as many as Freedman and Diaconis advise (width 2 IQR / n^(1/3)),
/// clipped to 10..60. O(n). Equal values get a range around them.
Histogram make_histogram(std::span<const double> values);

/// The same edges for other values, so that two sets can share a picture; values outside count in the first or last
/// bin.
Histogram make_histogram(std::span<const double> values, std::span<const double> edges);

}  // namespace couplet
