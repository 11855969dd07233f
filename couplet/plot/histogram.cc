#include "couplet/plot/histogram.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr int fewest_bins = 10, most_bins = 60;

double order_statistic(std::vector<double>& values, std::size_t place) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(place), values.end());
  return values[place];
}

/// values: finite, not empty; reordered.
int freedman_diaconis_bins(std::vector<double>& values, double low, double high) {
  const std::size_t count = values.size();
  const double lower_quartile = order_statistic(values, count / 4);
  const double upper_quartile = order_statistic(values, count - 1 - count / 4);
  const double width = 2 * (upper_quartile / 2 - lower_quartile / 2) / std::cbrt(static_cast<double>(count));
  const double bins = std::ceil((high / 2 - low / 2) / width);  // halves: the range itself may overflow
  if (!(bins >= fewest_bins)) return fewest_bins;               // also NaN: no spread at all
  return bins > most_bins ? most_bins : static_cast<int>(bins);
}

}  // namespace

Histogram make_histogram(std::span<const double> values) {
  std::vector<double> finite;
  finite.reserve(values.size());
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite), [](double v) { return std::isfinite(v); });
  if (finite.empty()) return {{}, {}, static_cast<std::int64_t>(values.size())};

  const auto [smallest, largest] = std::minmax_element(finite.begin(), finite.end());
  double low = *smallest, high = *largest;
  const int bins = freedman_diaconis_bins(finite, low, high);
  if (low == high) {
    const double margin = std::max(0.5, std::abs(low) * 1e-6);
    low = std::max(low - margin, std::numeric_limits<double>::lowest());
    high = std::min(high + margin, std::numeric_limits<double>::max());
  }
  std::vector<double> edges(static_cast<std::size_t>(bins) + 1);
  for (int i = 0; i <= bins; ++i) {
    const double share = static_cast<double>(i) / bins;
    edges[i] = low * (1 - share) + high * share;
    // Rounding may not turn the order of edges that hardly differ.
    if (i > 0) edges[i] = std::clamp(edges[i], edges[static_cast<std::size_t>(i) - 1], high);
  }
  return make_histogram(values, edges);
}

Histogram make_histogram(std::span<const double> values, std::span<const double> edges) {
  if (edges.size() < 2 || !std::is_sorted(edges.begin(), edges.end()))
    throw Error(ErrorCode::usage, "histogram", "edges must be two or more ascending numbers");
  Histogram result{{edges.begin(), edges.end()}, std::vector<std::int64_t>(edges.size() - 1), 0};
  for (const double value : values) {
    if (!std::isfinite(value)) {
      ++result.left_out;
      continue;
    }
    const auto above = std::upper_bound(edges.begin(), edges.end(), value);
    const auto bin = std::clamp<std::ptrdiff_t>(above - edges.begin() - 1, 0, std::ssize(edges) - 2);
    ++result.counts[bin];
  }
  return result;
}

}  // namespace couplet
