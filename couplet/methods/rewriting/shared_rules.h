// The rules of many pairs as sparse rows: those that two pairs or more have; the others are left out, not forgotten.
#pragma once

#include "couplet/methods/rewriting/linear_svm.h"
#include "couplet/methods/rewriting/rule_features.h"

namespace couplet {

struct SharedRules {
  SparseItems rows;                   // columns are numbers of buckets
  std::vector<std::int32_t> buckets;  // ascending, as RuleWeights has them
  std::int64_t met = 0;               // features of all pairs, with those of a single pair
};

/// Reads the sentences twice, in blocks: once to see which rules come again (in a table of two bits a counter, by hash:
/// some that do not are kept by chance), once to write them down. A rule of one pair adds nothing to any product but
/// that pair's own length (SparseItems::own). Memory: 8 bytes a kept feature, and a bit or so a feature met. Same
/// result at any thread count.
SharedRules shared_rules(const std::vector<std::string>& left, const std::vector<std::string>& right,
                         const SentenceOptions& sentences, const RuleFeatures& features, int bits, const Run& run);

}  // namespace couplet
