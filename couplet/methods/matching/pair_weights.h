// What matches say about other matches: W = sum over pairs (a, b) of K[:, a] L[b, :].
#pragma once

#include "couplet/methods/matching/kernel_pair.h"

namespace couplet {

/// The weights of a set of pairs, kept up to date as the set changes: only pairs that come or go cost a rank-one
/// update.
class PairWeights {
 public:
  /// Keeps references: kernels (shaped) and run must outlive it.
  PairWeights(const KernelPair& kernels, const Run& run);

  /// Weights of these pairs (in any order, none twice) from now on. O(changes n m); built anew when most have changed,
  /// and every now and then so that rounding does not gather. Parallel over fixed blocks of rows.
  void set(ObjectPairs pairs);
  /// n x m.
  const MatrixF& weights() const { return weights_; }
  /// The pairs, sorted.
  const ObjectPairs& pairs() const { return pairs_; }

 private:
  void add(const ObjectPairs& pairs, float sign, bool fresh);

  const KernelPair& kernels_;
  const Run& run_;
  ObjectPairs pairs_;
  MatrixF weights_;
  int updates_ = 0;
};

/// left -> right as pairs; -1: left alone.
ObjectPairs pairs_of(const std::vector<Index>& right_of_left);

}  // namespace couplet
