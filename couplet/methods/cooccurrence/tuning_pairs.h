// The pairs that `fit phsic --tune` learns from and those it is judged by, which share no text.
#pragma once

#include <vector>

#include "couplet/model/data.h"
#include "couplet/model/pairs.h"

namespace couplet {

struct TuningPairs {
  PairBatch held_out;
  Data learned;  // columns in memory: left, right, weight
  Index learned_pairs = 0;
  Index left_out = 0;  // neither: their right text is one of the held-out ones
  /// Of each held-out pair its own right text first, then others: numbers of held-out pairs.
  std::vector<std::vector<Index>> candidates;
};

/// Of at most 30,000 pairs (those of the smallest hash) about a tenth, at most 2,000, is held out: all pairs of a left
/// text or none, as a context that was learned from tells nothing of new ones. Pairs with a held-out right text are not
/// learned from. Candidates read differently, and none of them is known to go with the same left text. Error(data) when
/// there are fewer than 40 pairs, or texts repeat so often that no such parts are to be had; Error(usage) for vectors.
TuningPairs split_for_tuning(const Data& data, const std::string& label, const Run& run);

}  // namespace couplet
