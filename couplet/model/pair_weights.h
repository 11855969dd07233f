// How much the pairs of a batch count: grades as weights.
#pragma once

#include <span>
#include <vector>

#include "couplet/model/pairs.h"

namespace couplet {

/// Of each pair, above 0; empty: all count 1. They lie where a batch of texts has room for numbers and no use for them:
/// one column of its right rows.
inline std::span<const double> weights_of(const PairBatch& batch) {
  if (batch.right.texts.empty()) return {};
  return {batch.right.rows.data(), static_cast<std::size_t>(batch.right.rows.size())};
}

inline double weight_of(const PairBatch& batch, Index pair) {
  const auto weights = weights_of(batch);
  return weights.empty() ? 1 : weights[pair];
}

/// weights: one a pair. All 1: none are kept.
void set_weights(PairBatch& batch, std::span<const double> weights);

}  // namespace couplet
