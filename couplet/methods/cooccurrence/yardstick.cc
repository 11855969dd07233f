#include "couplet/methods/cooccurrence/yardstick.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace couplet {
namespace {

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

void Yardstick::take_typical(const std::vector<double>& own) {
  typical = median(own);
  std::vector<double> away;
  for (const double score : own) away.push_back(std::abs(score - typical));
  typical_spread = std::max(1.4826 * median(std::move(away)), std::numeric_limits<double>::min());
}

}  // namespace couplet
