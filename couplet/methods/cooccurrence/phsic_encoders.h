// From the parameters of `fit phsic` to the encoders and kernel features of both sides.
#pragma once

#include <memory>

#include "couplet/methods/cooccurrence/encoder_learning.h"
#include "couplet/methods/cooccurrence/pair_encoder.h"
#include "couplet/model/method.h"

namespace couplet {

/// As asked, or what is taken when nothing is asked for. many: enough_pairs or more.
std::string encoder_asked(const Parameters& parameters, Side side, bool many);
constexpr Index enough_pairs = 1000;
/// Dimensions of the default's lsa beside shape alone: without word vectors it has to see more.
constexpr Index most_without_vectors = 700;

struct FittedEncoder {
  std::shared_ptr<const PairEncoder> encoder;
  EncoderSample sample;
};

/// Up to two passes over `input`: one when an encoder learns, one when a kernel needs pivots.
FittedEncoder fit_pair_encoder(PairPasses& passes, const Fitting& fitting);

}  // namespace couplet
