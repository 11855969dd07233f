// Both sides' way from text to features.
#pragma once

#include <cstdint>
#include <vector>

#include "couplet/methods/cooccurrence/encoder.h"
#include "couplet/methods/cooccurrence/feature_map.h"
#include "couplet/model/capabilities.h"

namespace couplet {

/// Features of some items: n x dimension, with flags for texts that have no known term.
struct Features {
  MatrixD values;
  std::vector<char> known;
  Coverage coverage;
};

/// Encoder, then kernel features, of the left and the right side. Immutable and thread-safe.
class PairEncoder {
 public:
  PairEncoder(Encoder left, Encoder right, FeatureMap left_map, FeatureMap right_map)
      : left_(std::move(left)),
        right_(std::move(right)),
        left_map_(std::move(left_map)),
        right_map_(std::move(right_map)) {}

  const Encoder& encoder(Side side) const { return side == Side::left ? left_ : right_; }
  const FeatureMap& map(Side side) const { return side == Side::left ? left_map_ : right_map_; }
  Index dimension(Side side) const { return map(side).dimension(); }

  Features features(Side side, Items items, const Run& run) const;

  void write(ModelWriter& writer) const;
  /// Equal for two models whose statistics may be added up.
  std::uint64_t fingerprint() const;

 private:
  Encoder left_, right_;
  FeatureMap left_map_, right_map_;
};

}  // namespace couplet
