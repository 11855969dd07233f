// Drawing items with replacement, quickly: two draws from each random word.
#pragma once

#include <cstdint>

#include "couplet/base/random.h"

namespace couplet {

/// Streams of the run's seed that resampling uses, one a replicate, away from those of other work.
inline constexpr std::uint64_t bootstrap_stream = std::uint64_t{1} << 40;
inline constexpr std::uint64_t randomisation_stream = std::uint64_t{2} << 40;

/// Calls take(item) for n items drawn uniformly, with replacement and without bias, from 0..n-1.
template <class Take>
void draw_sample(Random& random, std::int64_t n, Take&& take) {
  constexpr std::int64_t small = std::int64_t{1} << 31;
  if (n >= small) {
    for (std::int64_t drawn = 0; drawn < n; ++drawn) take(random.below(n));
    return;
  }
  // Lemire's method on 32-bit halves: the high word of half * n, unless the low word falls in the short excess.
  const auto bound = static_cast<std::uint32_t>(n);
  const std::uint32_t excess = bound == 0 ? 0 : (0u - bound) % bound;
  std::int64_t drawn = 0;
  const auto use = [&](std::uint32_t half) {
    const std::uint64_t product = std::uint64_t{half} * bound;
    if (static_cast<std::uint32_t>(product) < excess) return;
    take(static_cast<std::int64_t>(product >> 32));
    ++drawn;
  };
  while (drawn < n) {
    const std::uint64_t word = random.next();
    use(static_cast<std::uint32_t>(word >> 32));
    if (drawn < n) use(static_cast<std::uint32_t>(word));
  }
}

}  // namespace couplet
