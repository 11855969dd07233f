// How long a partner usually is: the term that finds truncated and padded pairs, which meaning alone does not.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace couplet {

/// Counts of log(length right / length left) in classes of the left length (code points). Integer counts: shards add up
/// and pairs can be taken out exactly. Median and spread (from the median absolute deviation) resist a third of bad
/// pairs.
class LengthProfile {
 public:
  static constexpr int classes = 32;  // left length 2^(c/2) .. 2^((c+1)/2)
  static constexpr int bins = 401;    // log ratio -4 .. 4 in steps of 0.02, ends open

  LengthProfile() : counts_(classes * bins, 0) {}
  /// classes x bins counts, as saved. Error(model) when negative or of another size.
  explicit LengthProfile(std::span<const std::int64_t> counts);

  void count(std::string_view left, std::string_view right, std::int64_t times = 1);
  void add(const LengthProfile& other, std::int64_t sign = 1);
  std::span<const std::int64_t> counts() const { return counts_; }

  /// Deviations of the pair's log ratio from the median of its class; 0 while nothing was counted.
  double deviation(std::string_view left, std::string_view right) const;
  /// What a filter takes off the quality of a pair: nothing up to one deviation, then (|deviation| - 1)^1.5.
  double penalty(std::string_view left, std::string_view right) const;

  /// Computes the classes' medians and spreads; call after the last count or add.
  void finish();

 private:
  struct Centre {
    double median = 0, spread = 1;
  };
  std::vector<std::int64_t> counts_;
  std::vector<Centre> centres_;
};

}  // namespace couplet
