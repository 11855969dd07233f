#include "couplet/eval/multiple_comparisons.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "couplet/base/error.h"

namespace couplet {
namespace {

std::vector<std::size_t> order_of_p_values(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  return order;
}

std::vector<double> bonferroni(std::span<const double> p_values) {
  std::vector<double> adjusted(p_values.size());
  const double count = static_cast<double>(p_values.size());
  std::transform(p_values.begin(), p_values.end(), adjusted.begin(),
                 [count](double p) { return std::min(1.0, p * count); });
  return adjusted;
}

/// The i-th smallest times the number of those not smaller, never below an earlier one.
std::vector<double> holm(std::span<const double> p_values) {
  std::vector<double> adjusted(p_values.size());
  const auto order = order_of_p_values(p_values);
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, p_values[order[i]] * static_cast<double>(order.size() - i));
    adjusted[order[i]] = std::min(1.0, largest);
  }
  return adjusted;
}

/// The i-th smallest times count / i, never above a later one.
std::vector<double> benjamini_hochberg(std::span<const double> p_values) {
  std::vector<double> adjusted(p_values.size());
  const auto order = order_of_p_values(p_values);
  double smallest = 1;
  for (std::size_t i = order.size(); i-- > 0;) {
    smallest =
        std::min(smallest, p_values[order[i]] * (static_cast<double>(order.size()) / static_cast<double>(i + 1)));
    adjusted[order[i]] = smallest;
  }
  return adjusted;
}

}  // namespace

std::vector<double> adjust_p_values(std::span<const double> p_values, Adjustment adjustment) {
  for (const double p : p_values)
    if (!(p >= 0 && p <= 1)) throw Error(ErrorCode::usage, "adjustment", "a p-value outside [0, 1]");
  switch (adjustment) {
    case Adjustment::none:
      break;
    case Adjustment::bonferroni:
      return bonferroni(p_values);
    case Adjustment::holm:
      return holm(p_values);
    case Adjustment::benjamini_hochberg:
      return benjamini_hochberg(p_values);
  }
  return {p_values.begin(), p_values.end()};
}

}  // namespace couplet
