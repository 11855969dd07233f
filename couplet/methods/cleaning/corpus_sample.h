// The part of a corpus that a cleaner learns from, and what is counted in all of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/methods/cleaning/repeated_texts.h"
#include "couplet/model/pairs.h"
#include "couplet/text/pair_reader.h"

namespace couplet {

struct CorpusSample {
  std::vector<std::string> left, right;  // different pairs, in an order that depends on nothing but their texts
  std::vector<double> outside;           // their scores from elsewhere, NaN where there is none; empty: not asked for
  TextCounts left_partners, right_partners;
  std::int64_t pairs = 0;         // read
  std::uint64_t fingerprint = 0;  // the sum of their keys
};

/// One pass. Keeps the `most` pairs of smallest hash, or as many as `most_bytes` of text hold: which ones does not
/// depend on their order. Memory does not grow with the corpus.
CorpusSample sample_corpus(PairInput& input, std::int64_t most, std::int64_t most_bytes, const Run& run);

/// Fills in sample.outside in a second pass, from the further column `place` of the source: of pairs that come twice
/// the last. Error(data) for what is no number.
void add_outside_scores(CorpusSample& sample, const Source& source, std::size_t place);

/// The number in a column, NaN when it is empty. Error(data) for anything else.
double outside_score(const std::string& cell, const PairReader& reader);

}  // namespace couplet
