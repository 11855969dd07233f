#include "couplet/eval/correlation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "couplet/base/error.h"

namespace couplet {
namespace {

void require_numbers(std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::isnan(values[i]))
      throw Error(ErrorCode::data, "value " + std::to_string(i + 1), "not a number", "leave out items without a score");
}

void require_pairs(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size())
    throw Error(ErrorCode::data, "correlation",
                std::to_string(x.size()) + " and " + std::to_string(y.size()) + " values",
                "give two values for each item");
  require_numbers(x);
  require_numbers(y);
}

double weighted_mean(std::span<const double> values, std::span<const std::int32_t> counts) {
  double sum = 0, total = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += counts[i] * values[i];
    total += counts[i];
  }
  return sum / total;
}

/// All items taken have one and the same value.
bool constant(std::span<const double> values, std::span<const std::int32_t> counts) {
  const double* first = nullptr;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (counts[i] == 0) continue;
    if (first == nullptr) first = &values[i];
    if (values[i] != *first) return false;
  }
  return true;
}

double correlation_about(std::span<const double> x, double mean_x, std::span<const double> y, double mean_y,
                         std::span<const std::int32_t> counts) {
  // Rounding leaves a constant side with a tiny variance, so that case is told apart by comparing.
  if (constant(x, counts) || constant(y, counts)) return std::numeric_limits<double>::quiet_NaN();
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = x[i] - mean_x, dy = y[i] - mean_y, count = counts[i];
    xx += count * dx * dx;
    yy += count * dy * dy;
    xy += count * dx * dy;
  }
  return std::clamp(xy / (std::sqrt(xx) * std::sqrt(yy)), -1.0, 1.0);
}

}  // namespace

WeightedPearson::WeightedPearson(std::span<const double> x, std::span<const double> y) : x_(x), y_(y) {
  require_pairs(x, y);
}

double WeightedPearson::operator()(std::span<const std::int32_t> counts) const {
  return correlation_about(x_, weighted_mean(x_, counts), y_, weighted_mean(y_, counts), counts);
}

WeightedSpearman::Order::Order(std::span<const double> values) : items(values.size()) {
  std::iota(items.begin(), items.end(), std::int64_t{0});
  const auto value = [&](std::int64_t item) { return values[item]; };
  std::sort(items.begin(), items.end(),
            [&](std::int64_t a, std::int64_t b) { return value(a) != value(b) ? value(a) < value(b) : a < b; });
  for (std::size_t i = 0; i < items.size(); ++i)
    if (i == 0 || value(items[i]) != value(items[i - 1])) tie_begin.push_back(static_cast<std::int64_t>(i));
  tie_begin.push_back(static_cast<std::int64_t>(items.size()));
}

void WeightedSpearman::Order::ranks(std::span<const std::int32_t> counts, std::span<double> out) const {
  double before = 0;
  for (std::size_t tie = 0; tie + 1 < tie_begin.size(); ++tie) {
    const auto begin = static_cast<std::size_t>(tie_begin[tie]), end = static_cast<std::size_t>(tie_begin[tie + 1]);
    double own = 0;
    for (std::size_t i = begin; i < end; ++i) own += counts[items[i]];
    for (std::size_t i = begin; i < end; ++i) out[items[i]] = before + (own + 1) / 2;
    before += own;
  }
}

WeightedSpearman::WeightedSpearman(std::span<const double> x, std::span<const double> y)
    : x_((require_pairs(x, y), x)), y_(y) {}

double WeightedSpearman::operator()(std::span<const std::int32_t> counts) const {
  std::vector<double> x(counts.size()), y(counts.size());
  x_.ranks(counts, x);
  y_.ranks(counts, y);
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  const double mean_rank = (total + 1) / 2;
  return correlation_about(x, mean_rank, y, mean_rank, counts);
}

double pearson(std::span<const double> x, std::span<const double> y) {
  return WeightedPearson(x, y)(std::vector<std::int32_t>(x.size(), 1));
}

double spearman(std::span<const double> x, std::span<const double> y) {
  return WeightedSpearman(x, y)(std::vector<std::int32_t>(x.size(), 1));
}

}  // namespace couplet
