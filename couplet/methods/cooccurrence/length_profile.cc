#include "couplet/methods/cooccurrence/length_profile.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"

namespace couplet {

namespace {

constexpr double step = 0.02, lowest = -4;
constexpr std::int64_t enough = 200;  // counts a class needs before it is judged by itself

double code_points(std::string_view text) {
  return static_cast<double>(std::count_if(
      text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

int length_class(double left) {
  return std::min(LengthProfile::classes - 1, static_cast<int>(2 * std::log2(left + 1)));
}

double log_ratio(double left, double right) { return std::log((right + 1) / (left + 1)); }

int ratio_bin(double ratio) {
  return std::clamp(static_cast<int>(std::lround((ratio - lowest) / step)), 0, LengthProfile::bins - 1);
}

/// Value below which half of the weight lies, interpolated within its bin; weight[i] stands for [i - 1/2, i + 1/2].
double median_position(std::span<const std::int64_t> weight) {
  std::int64_t total = 0;
  for (const auto w : weight) total += w;
  std::int64_t before = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (2 * (before + weight[i]) >= total)
      return static_cast<double>(i) - 0.5 +
             (static_cast<double>(total) / 2 - static_cast<double>(before)) / static_cast<double>(weight[i]);
    before += weight[i];
  }
  return 0;
}

}  // namespace

LengthProfile::LengthProfile(std::span<const std::int64_t> counts) : counts_(counts.begin(), counts.end()) {
  // Nobody counts 2^40 pairs of one kind; and sums of all cells, and of models, then stay far below 2^63.
  constexpr std::int64_t most = std::int64_t{1} << 40;
  if (counts_.size() != classes * bins ||
      std::any_of(counts_.begin(), counts_.end(), [](std::int64_t c) { return c < 0 || c > most; }))
    throw Error(ErrorCode::model, "length_profile", "does not hold the counts of a length profile",
                "fit the model again");
  finish();
}

void LengthProfile::count(std::string_view left, std::string_view right, std::int64_t times) {
  const double l = code_points(left), r = code_points(right);
  counts_[length_class(l) * bins + ratio_bin(log_ratio(l, r))] += times;
}

void LengthProfile::add(const LengthProfile& other, std::int64_t sign) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += sign * other.counts_[i];
}

void LengthProfile::finish() {
  centres_.assign(classes, {});
  for (int c = 0; c < classes; ++c) {
    // A class with few pairs is joined by its neighbours, near ones first, until there are enough or no more.
    std::vector<std::int64_t> pooled(bins, 0);
    std::int64_t total = 0;
    for (int reach = 0; reach < classes && total < enough; ++reach)
      for (const int neighbour : {c - reach, c + reach}) {
        if (neighbour < 0 || neighbour >= classes || (reach == 0 && neighbour != c)) continue;
        for (int b = 0; b < bins; ++b) {
          pooled[b] += counts_[neighbour * bins + b];
          total += counts_[neighbour * bins + b];
        }
        if (reach == 0) break;
      }
    if (total == 0) continue;
    const double centre = median_position(pooled);
    // Histogram of the distance from the median, in bins of the same width.
    std::vector<std::int64_t> distance(bins, 0);
    for (int b = 0; b < bins; ++b) distance[std::min<long>(bins - 1, std::lround(std::abs(b - centre)))] += pooled[b];
    const double deviation = std::max(0.5, median_position(distance));  // never finer than half a bin
    centres_[c] = {lowest + step * centre, 1.4826 * step * deviation};
  }
}

double LengthProfile::deviation(std::string_view left, std::string_view right) const {
  if (centres_.empty()) return 0;
  const double l = code_points(left), r = code_points(right);
  const Centre& centre = centres_[length_class(l)];
  return (log_ratio(l, r) - centre.median) / centre.spread;
}

double LengthProfile::penalty(std::string_view left, std::string_view right) const {
  return std::pow(std::max(0.0, std::abs(deviation(left, right)) - 1), 1.5);
}

}  // namespace couplet
