// The part of a corpus that a cleaner learns from, and what is counted in all of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/methods/cleaning/repeated_texts.h"
#include "couplet/model/pairs.h"

namespace couplet {

struct CorpusSample {
  std::vector<std::string> left, right;  // different pairs, in an order that depends on nothing but their texts
  TextCounts left_partners, right_partners;
  std::int64_t pairs = 0;         // read
  std::uint64_t fingerprint = 0;  // the sum of their keys
};

/// One pass. Keeps the `most` pairs of smallest hash, or as many as `most_bytes` of text hold: which ones does not
/// depend on their order. Memory does not grow with the corpus.
CorpusSample sample_corpus(PairInput& input, std::int64_t most, std::int64_t most_bytes, const Run& run);

}  // namespace couplet
