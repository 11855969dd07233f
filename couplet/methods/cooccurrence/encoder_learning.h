// Encoders that learn from the side's own text: idf weights, hashed tf-idf, LSA.
#pragma once

#include <memory>
#include <string>

#include "couplet/base/run.h"
#include "couplet/methods/cooccurrence/encoder.h"

namespace couplet {

/// Which side of the pairs an encoder is for.
struct SideOptions {
  EncoderSpec spec;
  std::string pipeline;
  std::shared_ptr<const WordVectors> vectors;  // for the kinds that need them
  std::int64_t min_df = 3;                     // lsa: a term must stand in as many texts
};

struct EncoderPair {
  Encoder left, right;
};

/// Fits both sides' encoders in one pass over the pairs (none when neither learns); leaves `input` rewound.
/// lsa: tf-idf with tf = 1 + ln count, idf = ln(n / df), rows of unit length, truncated SVD  A ~ U S V^T; a text's
/// vector is its row of U (new texts: weights V S^-1) at unit length. Keeps the sparse n x terms matrix: memory grows
/// with the text. Error(data) when no term is left.
EncoderPair fit_encoders(PairInput& input, const SideOptions& left, const SideOptions& right, const Run& run);

}  // namespace couplet
