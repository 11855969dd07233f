// Seeded random numbers that are the same on every machine and library (std:: distributions are not).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace couplet {

/// xoshiro256++ seeded through splitmix64. `stream` gives independent generators for parallel blocks.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint64_t next();
  /// Uniform in [0, n), without bias. n > 0.
  std::int64_t below(std::int64_t n);
  /// Uniform in [0, 1), 53 bits.
  double uniform();
  /// Standard normal (Marsaglia's polar method).
  double normal();

  template <class T>
  void shuffle(std::span<T> items) {
    for (std::int64_t i = static_cast<std::int64_t>(items.size()) - 1; i > 0; --i)
      std::swap(items[i], items[below(i + 1)]);
  }
  /// A random order of 0..n-1.
  std::vector<std::int64_t> permutation(std::int64_t n);

 private:
  std::uint64_t state_[4];
  double spare_normal_ = 0;
  bool has_spare_ = false;
};

}  // namespace couplet
