// How much is taken off the count of an n-gram, so that n-grams never seen get something.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

enum class Smoothing {
  kneser_ney,   // modified, interpolated (Chen & Goodman 1999)
  absolute,     // one discount an order, interpolated
  good_turing,  // Katz back-off with Good-Turing discounts
};

/// "kn", "absolute" or "gt". Error(usage) otherwise.
Smoothing parse_smoothing(std::string_view name);

/// How many n-grams of one order occur once, twice, ...: n(r) for r from 1.
class CountsOfCounts {
 public:
  static constexpr std::size_t highest = 16;
  void add(std::uint64_t count) {
    if (count > 0 && count <= highest) ++n_[count - 1];
  }
  double operator()(std::uint64_t r) const { return r >= 1 && r <= highest ? static_cast<double>(n_[r - 1]) : 0; }

 private:
  std::uint64_t n_[highest] = {};
};

/// What a count is worth after discounting.
class Discounts {
 public:
  /// From the counts of counts of one order. Where those do not allow the usual formulas:
  ///   kneser_ney   some n(1..4) is zero, or a discount leaves [0, count]: 0.5, 1 and 1.5 are taken off
  ///   absolute     n(1) or n(2) is zero: 0.5 is taken off
  ///   good_turing  counts up to k = 5 are discounted; when a ratio leaves (0, 1], k is lowered step by step; when
  ///                none is left, absolute discounting takes its place
  /// fallback says which, empty when the usual formulas hold.
  Discounts(Smoothing smoothing, const CountsOfCounts& n);

  double kept(std::uint64_t count) const {
    const auto r = static_cast<double>(count);
    if (count < kept_.size()) return kept_[count];
    return r - above_;
  }
  const std::string& fallback() const { return fallback_; }

 private:
  void subtract(std::vector<double> off);
  void absolute(const CountsOfCounts& n);
  void kneser_ney(const CountsOfCounts& n);
  void good_turing(const CountsOfCounts& n);

  std::vector<double> kept_;  // by count, from 0
  double above_ = 0;          // taken off larger counts
  std::string fallback_;
};

}  // namespace couplet
