// Encoders that learn from the side's own text: idf weights, hashed tf-idf, LSA.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/cooccurrence/joined_encoder.h"

namespace couplet {

/// How one block of a side's encoder is learned.
struct BlockOptions {
  EncoderSpec spec;
  std::string pipeline;
  std::shared_ptr<const WordVectors> vectors;  // for the kinds that need them
  std::int64_t min_df = 3;                     // lsa: a term must stand in as many texts
  std::int64_t max_terms = 0;                  // lsa: the most frequent ones, at most; 0: all
  std::int64_t most_dimensions = 300;          // lsa without a number: a sixth of the number of texts, at most so many
  bool singular_scale = false;                 // lsa: a text is its row of U S, not of U
};

/// The encoder of one side: its blocks, how much each counts, and whether their kernels are multiplied.
struct SideOptions {
  std::vector<BlockOptions> blocks;
  std::vector<double> weights;
  bool product = false;
};

/// The pairs that lsa learned from, of those there are. Of more than asked for those whose hash begins with enough
/// zeros are taken, so that which ones depends on nothing but the pairs, and memory does not grow with them.
struct EncoderSample {
  std::int64_t used = 0, pairs = 0;
};

struct EncoderPair {
  JoinedEncoder left, right;
  EncoderSample sample;
};

/// Fits both sides' encoders in one pass over the pairs (none when neither learns).
/// sif: weights a / (a + p(w)), a = 1e-3, p(w) the share of w among the words of the side (Arora and others 2017).
/// lsa: tf-idf with tf = 1 + ln count, idf = ln(n / df), rows of unit length, truncated SVD  A ~ U S V^T; a text's
/// vector is its row of U (new texts: weights V S^-1) at unit length. Keeps the sparse n x terms matrix of at most
/// most_pairs pairs. Error(data) when no term is left.
EncoderPair fit_encoders(PairPasses& passes, const SideOptions& left, const SideOptions& right, std::int64_t most_pairs,
                         const Run& run);

}  // namespace couplet
