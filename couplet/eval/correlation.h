// Agreement of two sets of numbers, such as a model's scores and people's judgements.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace couplet {

/// Pearson's correlation with item i taken counts[i] times: the sample's means, then sums about them. O(n). NaN when
/// either side is constant in the sample.
class WeightedPearson {
 public:
  /// Equal lengths, no NaN: Error(data) otherwise. The spans must outlive this object.
  WeightedPearson(std::span<const double> x, std::span<const double> y);
  double operator()(std::span<const std::int32_t> counts) const;

 private:
  std::span<const double> x_, y_;
};

/// Spearman's correlation (Pearson's of average ranks) with item i taken counts[i] times. Ranks are those of the sample
/// itself, recomputed in O(n) from orders sorted once: the same number as for a list with the items repeated.
class WeightedSpearman {
 public:
  /// Equal lengths, no NaN: Error(data) otherwise. O(n log n).
  WeightedSpearman(std::span<const double> x, std::span<const double> y);
  double operator()(std::span<const std::int32_t> counts) const;

 private:
  struct Order {
    explicit Order(std::span<const double> values);
    /// out[i] = average rank of item i in the sample.
    void ranks(std::span<const std::int32_t> counts, std::span<double> out) const;
    std::vector<std::int64_t> items;      // ascending value
    std::vector<std::int64_t> tie_begin;  // where each run of equal values starts, then the number of items
  };
  Order x_, y_;
};

/// With every item taken once. Error(data) for unequal lengths or NaN; NaN when undefined (fewer than 2 items, a
/// constant side).
double pearson(std::span<const double> x, std::span<const double> y);
double spearman(std::span<const double> x, std::span<const double> y);

}  // namespace couplet
