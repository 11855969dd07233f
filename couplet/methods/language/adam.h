// Steps of Adam (Kingma & Ba 2015) over stretches of numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "couplet/linalg/matrix.h"

namespace couplet {

constexpr double adam_mean_decay = 0.9, adam_square_decay = 0.999;
constexpr float adam_tiny = 1e-8F;

/// Numbers that stand in a row: weights, what is remembered of their gradients, and the gradients.
struct AdamNumbers {
  float *weights, *means, *squares;  // means null: no momentum
  const float* gradient;
  Index size;
};

struct AdamStep {
  float scale, rate, mean_correction, square_correction;  // scale: of the gradients
};

/// The corrections for means that began at zero so many steps ago.
inline AdamStep adam_step(std::int64_t steps, double rate, double scale) {
  const auto count = static_cast<double>(std::max<std::int64_t>(steps, 1));
  return {static_cast<float>(scale), static_cast<float>(rate),
          static_cast<float>(1 / (1 - std::pow(adam_mean_decay, count))),
          static_cast<float>(1 / (1 - std::pow(adam_square_decay, count)))};
}

/// Moves the weights against the gradients. Eigen's arrays, some at a time: a loop over std::sqrt is not vectorised.
inline void adam_move(const AdamNumbers& n, const AdamStep& step) {
  constexpr auto keep_mean = static_cast<float>(adam_mean_decay), keep_square = static_cast<float>(adam_square_decay);
  constexpr Index together = 1024;  // they stay in the cache
  Eigen::Array<float, Eigen::Dynamic, 1, 0, together, 1> g;
  for (Index at = 0; at < n.size; at += together) {
    const Index size = std::min(together, n.size - at);
    Eigen::Map<Eigen::ArrayXf> weights(n.weights + at, size), squares(n.squares + at, size);
    g = step.scale * Eigen::Map<const Eigen::ArrayXf>(n.gradient + at, size);
    squares = keep_square * squares + (1 - keep_square) * g.square();
    if (n.means) {
      Eigen::Map<Eigen::ArrayXf> means(n.means + at, size);
      means = keep_mean * means + (1 - keep_mean) * g;
      g = step.mean_correction * means;
    }
    weights -= step.rate * g / ((step.square_correction * squares).sqrt() + adam_tiny);
  }
}

}  // namespace couplet
