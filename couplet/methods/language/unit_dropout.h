// Units of a net that are left out at random while training.
#pragma once

#include <algorithm>
#include <cstdint>

#include "couplet/base/random.h"
#include "couplet/linalg/matrix.h"

namespace couplet {

/// A share of the units is left out; the others are scaled up.
struct UnitDropout {
  double share = 0;
  std::uint64_t seed = 1, batch = 0;

  std::uint32_t limit() const { return static_cast<std::uint32_t>(share * 65536); }
  double scale() const { return 65536.0 / static_cast<double>(65536 - limit()); }

  /// The numbers of one piece of a batch.
  Random random(std::uint64_t piece) const { return Random(seed, (batch + 1) << 20 | piece); }

  /// Multiplies by 0 or scale(), four numbers by one random number.
  template <class T>
  void apply(Random& random, T* values, Index count) const {
    const T factors[2] = {static_cast<T>(scale()), T(0)};
    const std::uint32_t least = limit();
    for (Index i = 0; i < count; i += 4) {
      const std::uint64_t bits = random.next();
      const Index end = std::min<Index>(4, count - i);
      for (Index j = 0; j < end; ++j) values[i + j] *= factors[(bits >> (16 * j) & 0xffff) < least];
    }
  }
};

}  // namespace couplet
