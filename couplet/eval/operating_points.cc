#include "couplet/eval/operating_points.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace couplet {

std::vector<OperatingPoint> operating_points(std::span<const double> scores, std::span<const int> labels) {
  const auto key = [&](std::int64_t i) {
    return std::isnan(scores[i]) ? -std::numeric_limits<double>::infinity() : scores[i];
  };
  std::vector<std::int64_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) { return key(a) > key(b); });
  const auto right = static_cast<double>(std::count(labels.begin(), labels.end(), 1));
  const double wrong = static_cast<double>(labels.size()) - right;
  std::vector<OperatingPoint> points;
  if (right == 0 || wrong == 0) return points;
  double found = 0, let_through = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    (labels[order[i]] == 1 ? found : let_through) += 1;
    if (i + 1 < order.size() && key(order[i + 1]) == key(order[i])) continue;
    points.push_back({let_through / wrong, found / right, found / (found + let_through)});
  }
  return points;
}

}  // namespace couplet
