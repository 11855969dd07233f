// Both sides' way from text to features.
#pragma once

#include <cstdint>
#include <vector>

#include "couplet/methods/cooccurrence/feature_map.h"
#include "couplet/methods/cooccurrence/joined_encoder.h"
#include "couplet/model/capabilities.h"

namespace couplet {

/// Features of some items: n x dimension, with flags for texts that have no known term.
struct Features {
  MatrixD values;
  std::vector<char> known;
  Coverage coverage;
};

/// The kernel of an encoder's blocks: one spec for all (`shape` stays linear), or one a block with ';' between them.
/// Error(usage) for another number of them, or as Kernel::parse.
BlockedKernel kernel_of_blocks(const JoinedEncoder& encoder, const std::string& specs);

/// Encoder, then kernel features, of the left and the right side. Immutable and thread-safe.
class PairEncoder {
 public:
  PairEncoder(JoinedEncoder left, JoinedEncoder right, FeatureMap left_map, FeatureMap right_map)
      : left_(std::move(left)),
        right_(std::move(right)),
        left_map_(std::move(left_map)),
        right_map_(std::move(right_map)) {}

  const JoinedEncoder& encoder(Side side) const { return side == Side::left ? left_ : right_; }
  const FeatureMap& map(Side side) const { return side == Side::left ? left_map_ : right_map_; }
  Index dimension(Side side) const { return map(side).dimension(); }

  Features features(Side side, Items items, const Run& run) const;

  void write(ModelWriter& writer) const;
  /// Equal for two models whose statistics may be added up.
  std::uint64_t fingerprint() const;

 private:
  JoinedEncoder left_, right_;
  FeatureMap left_map_, right_map_;
};

}  // namespace couplet
