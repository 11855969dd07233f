// A random projection that needs no storage: entry i of a thesaurus as a fixed vector of signs.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

namespace couplet {

/// Rows r_i of +-1 / sqrt(k), the same on every machine. For columns w of unit length |R^T w| is about 1, and the inner
/// product of two columns is kept up to about 1 / sqrt(k).
class SignSketch {
 public:
  explicit SignSketch(std::int64_t dimension) : scale_(1 / std::sqrt(static_cast<double>(dimension))) {}

  /// out += factor * r_entry.
  void add(std::int64_t entry, double factor, std::span<double> out) const {
    factor *= scale_;
    for_signs(entry, out.size(), [&](std::size_t j, bool minus) { out[j] += minus ? -factor : factor; });
  }
  /// r_entry . vector.
  double dot(std::int64_t entry, std::span<const double> vector) const {
    double sum = 0;
    for_signs(entry, vector.size(), [&](std::size_t j, bool minus) { sum += minus ? -vector[j] : vector[j]; });
    return sum * scale_;
  }

 private:
  template <class Use>
  static void for_signs(std::int64_t entry, std::size_t count, Use use) {
    // SplitMix64 (Steele, Lea & Flood 2014), started at the entry's number: 64 signs a step.
    std::uint64_t state = static_cast<std::uint64_t>(entry) * 0x632BE59BD9B4E019ULL, bits = 0;
    for (std::size_t j = 0; j < count; ++j, bits >>= 1) {
      if (j % 64 == 0) bits = next(state);
      use(j, (bits & 1) != 0);
    }
  }
  static std::uint64_t next(std::uint64_t& state) {
    std::uint64_t z = state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
  }

  double scale_;
};

}  // namespace couplet
